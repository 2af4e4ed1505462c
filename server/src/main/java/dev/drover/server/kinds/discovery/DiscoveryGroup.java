package dev.drover.server.kinds.discovery;

import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `discovery.k8s.io`.
public final class DiscoveryGroup {
  private DiscoveryGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("discovery.k8s.io", 16_200)
        .version("v1", 15)
        .version("v1beta1", 12)
        .kinds(
            KindDefinition.of("EndpointSlice", new EndpointSliceStrategy())
                .columns(EndpointSliceColumns.endpointSlice()));
  }
}
