package dev.drover.server.kinds.policy;

import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;

/// The group `policy`.
public final class PolicyGroup {
  private PolicyGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("policy", 17_100)
        .version("v1", 15)
        .version("v1beta1", 9)
        .kinds(
            KindDefinition.of("PodDisruptionBudget", new PodDisruptionBudgetStrategy())
                .columns(DisruptionBudgetColumns.disruptionBudget()));
  }
}
