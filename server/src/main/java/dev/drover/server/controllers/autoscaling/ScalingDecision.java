package dev.drover.server.controllers.autoscaling;

import dev.drover.schema.TreeNode;
import java.time.Duration;
import java.time.Instant;

/// Limits the recommended replicas of an autoscaler: by its stabilization windows, its scaling
/// policies, and its minimum and maximum.
///
/// In Go: `normalizeDesiredReplicas` and `normalizeDesiredReplicasWithBehaviors`.
///
/// @param stable why it hesitates, as a condition says it
/// @param limit what keeps it from more or less
record ScalingDecision(long replicas, Finding stable, Finding limit) {
  private static final Duration DOWN_WINDOW = Duration.ofMinutes(5);
  private static final long GROWTH = 2; // at most, without rules
  private static final long SMALL = 4; // it may always grow to
  private static final Finding READY =
      new Finding(true, "ReadyForNewScale", "recommended size matches current size");
  private static final Finding SLOW_UP =
      new Finding(
          true,
          "ScaleUpStabilized",
          "recent recommendations were lower than current one, applying the lowest recent"
              + " recommendation");
  private static final Finding SLOW_DOWN =
      new Finding(
          true,
          "ScaleDownStabilized",
          "recent recommendations were higher than current one, applying the highest recent"
              + " recommendation");
  private static final Finding WITHIN =
      new Finding(false, "DesiredWithinRange", "the desired count is within the acceptable range");
  private static final Finding TOO_MANY =
      new Finding(
          true,
          "TooManyReplicas",
          "the desired replica count is more than the maximum replica count");
  private static final Finding TOO_FEW =
      new Finding(
          true,
          "TooFewReplicas",
          "the desired replica count is less than the minimum replica count");
  private static final Finding TOO_FAST_UP =
      new Finding(
          true,
          "ScaleUpLimit",
          "the desired replica count is increasing faster than the maximum scale rate");
  private static final Finding TOO_FAST_DOWN =
      new Finding(
          true,
          "ScaleDownLimit",
          "the desired replica count is decreasing faster than the maximum scale rate");

  /// A condition without its type.
  record Finding(boolean holds, String reason, String message) {}

  /// Decides, and adds the recommendation to the history.
  ///
  /// @param spec of the autoscaler
  /// @param replicas how many there are
  /// @param wanted how many the metrics ask for
  static ScalingDecision of(
      TreeNode spec, long replicas, long wanted, ScalingHistory history, Instant now) {
    boolean hasRules = spec.has("behavior");
    TreeNode behavior = spec.at("behavior");
    ScalingRules up = ScalingRules.of(behavior.at("scaleUp"), Duration.ZERO);
    ScalingRules down = ScalingRules.of(behavior.at("scaleDown"), DOWN_WINDOW);
    long most = history.most(wanted, now.minus(down.window()));
    long fewest = hasRules ? history.fewest(wanted, now.minus(up.window())) : wanted;
    long stable = hasRules ? Math.min(Math.max(replicas, fewest), most) : most;
    history.recommended(wanted, now);
    Finding hesitation = READY;
    if (stable != wanted) {
      hesitation = hasRules && wanted >= replicas ? SLOW_UP : SLOW_DOWN;
    }
    Range range = new Range(spec.number("minReplicas", 1), spec.number("maxReplicas", 1));
    if (!hasRules) {
      return range.limited(stable, hesitation, Long.MIN_VALUE, Math.max(GROWTH * replicas, SMALL));
    }
    long fastest = stable > replicas ? up.most(replicas, history, now) : Long.MAX_VALUE;
    long slowest = stable < replicas ? down.fewest(replicas, history, now) : Long.MIN_VALUE;
    return range.limited(stable, hesitation, slowest, fastest);
  }

  /// The limits of an autoscaler.
  private record Range(long min, long max) {
    ScalingDecision limited(long wanted, Finding hesitation, long slowest, long fastest) {
      long most = Math.min(max, fastest);
      long fewest = Math.max(min, slowest);
      if (wanted > most) {
        return new ScalingDecision(most, hesitation, max > fastest ? TOO_FAST_UP : TOO_MANY);
      }
      if (wanted < fewest) {
        return new ScalingDecision(fewest, hesitation, min < slowest ? TOO_FAST_DOWN : TOO_FEW);
      }
      return new ScalingDecision(wanted, hesitation, WITHIN);
    }
  }
}
