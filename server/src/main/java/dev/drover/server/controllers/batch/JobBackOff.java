package dev.drover.server.controllers.batch;

import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/// Computes when the next pod of a job may be created after failures: 10 seconds after the first,
/// and twice as long after each further one, until a pod succeeds.
final class JobBackOff {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private JobBackOff() {}

  static Instant next(Collection<Item> pods) {
    Instant lastSuccess =
        pods.stream()
            .filter(JobPods::isSucceeded)
            .map(JobPods::endTime)
            .max(Instant::compareTo)
            .orElse(Instant.MIN);
    List<Instant> failures =
        pods.stream()
            .filter(pod -> Pods.phase(pod).equals("Failed") && !pod.isBeingDeleted())
            .map(JobPods::endTime)
            .filter(end -> end.isAfter(lastSuccess))
            .sorted()
            .toList();
    if (failures.isEmpty()) {
      return Instant.MIN;
    }
    Duration pause = FIRST.multipliedBy(1L << Math.min(failures.size() - 1, 10));
    return failures.getLast().plus(pause.compareTo(LONGEST) > 0 ? LONGEST : pause);
  }
}
