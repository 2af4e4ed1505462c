package dev.drover.server.controllers.autoscaling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/// The recommendations and steps of an autoscaler in the last hour, the longest time that its rules
/// can look back.
///
/// It is in memory only, as in kube-controller-manager: after a restart the first recommendation is
/// the size at that time.
///
/// Not thread safe: one thread makes the passes of a controller.
final class ScalingHistory {
  private static final Duration KEPT = Duration.ofHours(1);

  // When each number was recommended last: earlier times of the same number decide nothing.
  private final Map<Long, Instant> recommendations = new HashMap<>();
  private final List<Step> steps = new ArrayList<>();

  /// @param change positive if replicas were added
  private record Step(long change, Instant at) {}

  /// The first recommendation is what there is when the autoscaler comes.
  void begin(long replicas, Instant now) {
    if (recommendations.isEmpty()) {
      recommendations.put(replicas, now);
    }
  }

  void recommended(long replicas, Instant now) {
    forget(now.minus(KEPT));
    recommendations.put(replicas, now);
  }

  void scaled(long change, Instant now) {
    steps.add(new Step(change, now));
  }

  private void forget(Instant before) {
    recommendations.values().removeIf(time -> time.isBefore(before));
    steps.removeIf(step -> step.at.isBefore(before));
  }

  /// The largest number that was recommended after a time, or now.
  long most(long now, Instant after) {
    return since(after).reduce(now, Math::max);
  }

  /// The smallest number that was recommended after a time, or now.
  long fewest(long now, Instant after) {
    return since(after).reduce(now, Math::min);
  }

  private LongStream since(Instant time) {
    return recommendations.entrySet().stream()
        .filter(recommendation -> recommendation.getValue().isAfter(time))
        .mapToLong(Map.Entry::getKey);
  }

  /// How many replicas there were at a time, if nothing else has scaled the workload.
  ///
  /// @param now how many there are
  long replicasAt(Instant time, long now) {
    return now - steps.stream().filter(step -> step.at.isAfter(time)).mapToLong(Step::change).sum();
  }
}
