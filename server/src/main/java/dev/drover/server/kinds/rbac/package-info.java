/// Kinds of `rbac.authorization.k8s.io`: [RoleStrategy] and [RoleBindingStrategy], each for the
/// namespaced kind and for the one of the cluster. How requests are authorized by them is in
/// [dev.drover.server.auth].
///
/// Reading order: [RbacGroup], then the strategy of each kind; columns last.
@NullMarked
package dev.drover.server.kinds.rbac;

import org.jspecify.annotations.NullMarked;
