package dev.drover.server.kinds.scheduling;

import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `scheduling.k8s.io`.
public final class SchedulingGroup {
  private SchedulingGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("scheduling.k8s.io", 16_600)
        .version("v1", 15)
        .version("v1alpha2", 2)
        .kinds(
            KindDefinition.of("PriorityClass", new PriorityClassStrategy())
                .columns(PriorityClassColumns.priorityClass()));
  }
}
