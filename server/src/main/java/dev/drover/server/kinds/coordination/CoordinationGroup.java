package dev.drover.server.kinds.coordination;

import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `coordination.k8s.io`.
public final class CoordinationGroup {
  private CoordinationGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("coordination.k8s.io", 16_500)
        .version("v1", 15)
        .version("v1beta1", 13)
        .version("v1alpha2", 12)
        .kinds(
            KindDefinition.of("Lease", new LeaseStrategy()).columns(LeaseColumns.lease()),
            KindDefinition.of("LeaseCandidate", new LeaseCandidateStrategy())
                .columns(LeaseColumns.leaseCandidate()));
  }
}
