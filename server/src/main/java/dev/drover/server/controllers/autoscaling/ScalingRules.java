package dev.drover.server.controllers.autoscaling;

import dev.drover.schema.TreeNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;

/// The stabilization window and the policies of an autoscaler for one direction: `behavior.scaleUp`
/// or `behavior.scaleDown`, with defaults.
///
/// In Go: `HPAScalingRules`.
///
/// @param window how long the most cautious recommendation counts
/// @param selection which of several policies counts: `Max`, `Min`, or `Disabled`
record ScalingRules(Duration window, String selection, List<Policy> policies) {

  /// How much may change within a period.
  ///
  /// @param value pods, or percents of what there was at the beginning of the period
  private record Policy(boolean isPercent, long value, Duration period) {
    long increased(long replicas) {
      return isPercent
          ? (long) Math.ceil(replicas * (1 + value / 100.0)) // up, or one pod would stay one
          : replicas + value;
    }

    long decreased(long replicas) {
      return isPercent ? (long) (replicas * (1 - value / 100.0)) : replicas - value;
    }
  }

  /// @param otherwise the window if the rules have none
  static ScalingRules of(TreeNode rules, Duration otherwise) {
    long seconds = rules.number("stabilizationWindowSeconds", otherwise.toSeconds());
    return new ScalingRules(
        Duration.ofSeconds(seconds),
        rules.text("selectPolicy"),
        rules.items("policies").stream()
            .map(
                policy ->
                    new Policy(
                        policy.text("type").equals("Percent"),
                        policy.number("value", 0),
                        Duration.ofSeconds(policy.number("periodSeconds", 0))))
            .toList());
  }

  /// The most replicas that the policies allow now, not fewer than there are.
  long most(long replicas, ScalingHistory history, Instant now) {
    LongStream allowed =
        policies.stream()
            .mapToLong(p -> p.increased(history.replicasAt(now.minus(p.period), replicas)));
    return Math.max(
        replicas,
        switch (selection) {
          case "Disabled" -> replicas;
          case "Min" -> allowed.min().orElse(replicas);
          default -> allowed.max().orElse(replicas);
        });
  }

  /// The fewest replicas that the policies allow now, not more than there are.
  long fewest(long replicas, ScalingHistory history, Instant now) {
    LongStream allowed =
        policies.stream()
            .mapToLong(p -> p.decreased(history.replicasAt(now.minus(p.period), replicas)));
    return Math.min(
        replicas,
        switch (selection) {
          case "Disabled" -> replicas;
          case "Min" -> allowed.max().orElse(replicas); // the smallest change
          default -> allowed.min().orElse(replicas);
        });
  }
}
