package dev.drover.server.kinds.node;

import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `node.k8s.io`.
public final class NodeGroup {
  private NodeGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("node.k8s.io", 16_300)
        .version("v1", 15)
        .version("v1beta1", 9)
        .version("v1alpha1", 1)
        .kinds(
            KindDefinition.of("RuntimeClass", new RuntimeClassStrategy())
                .columns(RuntimeClassColumns.runtimeClass()));
  }
}
