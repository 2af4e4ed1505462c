/// Authentication and authorization.
///
/// Reading order: [Authenticator] finds the user of a request from its certificate or token;
/// [Impersonation] lets one user act as another; [Authorizer] decides by RBAC, on a [RbacPolicy]
/// read from the stored roles and bindings; the reviews and [TokenRequests] serve both as API
/// resources. [AccessControl] wires them together.
@NullMarked
package dev.drover.server.auth;

import org.jspecify.annotations.NullMarked;
