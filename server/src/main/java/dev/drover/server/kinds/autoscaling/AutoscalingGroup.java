package dev.drover.server.kinds.autoscaling;

import dev.drover.server.core.GroupDefinition;
import dev.drover.server.core.KindDefinition;
import dev.drover.server.strategy.StorageVersion;

/// The group `autoscaling`.
public final class AutoscalingGroup {
  private AutoscalingGroup() {}

  /// The group with its kinds.
  public static GroupDefinition definition() {
    return GroupDefinition.of("autoscaling", 17_500)
        .version("v2", 30)
        .version("v1", 15)
        .kinds(
            KindDefinition.of("HorizontalPodAutoscaler", new AutoscalerStrategy(false))
                .columns(AutoscalerColumns.autoscaler())
                .inVersion(
                    "v1",
                    v2 ->
                        v2.strategy(new AutoscalerStrategy(true))
                            .storage(
                                (name, served) ->
                                    new StorageVersion(
                                        name,
                                        served.withVersion("v2"),
                                        AutoscalerConversion::toV2,
                                        AutoscalerConversion::fromV2))));
  }
}
