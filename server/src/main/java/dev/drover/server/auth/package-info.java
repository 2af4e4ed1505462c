/// Who calls, and what they may do.
///
/// Reading order: [Authenticator][dev.drover.server.auth.Authenticator] tells from certificates and
/// tokens who makes a request; [Authorizer][dev.drover.server.auth.Authorizer] decides by the roles
/// and bindings that are stored whether they may.
@NullMarked
package dev.drover.server.auth;

import org.jspecify.annotations.NullMarked;
