package dev.drover.server.kinds.rbac;

import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `rbac.authorization.k8s.io`.
public final class RbacGroup {
  private RbacGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("rbac.authorization.k8s.io", 17_000)
        .version("v1", 15)
        .kinds(
            KindDefinition.of("Role", new RoleStrategy(true)),
            KindDefinition.of("ClusterRole", new RoleStrategy(false)),
            KindDefinition.of("RoleBinding", new RoleBindingStrategy(true))
                .columns(BindingColumns.binding()),
            KindDefinition.of("ClusterRoleBinding", new RoleBindingStrategy(false))
                .columns(BindingColumns.binding()));
  }
}
