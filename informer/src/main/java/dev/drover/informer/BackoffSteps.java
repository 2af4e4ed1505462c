package dev.drover.informer;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// Where a [Backoff] is. One thread.
final class BackoffSteps {
  private final Backoff backoff;
  private final RandomGenerator random;
  private Duration length;
  private long since; // nanoseconds; when lengths started over

  BackoffSteps(Backoff backoff, RandomGenerator random, long now) {
    this.backoff = backoff;
    this.random = random;
    this.length = backoff.first();
    this.since = now;
  }

  /// How long to wait now.
  Duration next(long now) {
    if (now - since > backoff.resetAfter().toNanos()) {
      length = backoff.first();
      since = now;
    }
    Duration current = length;
    length = shorter(times(current, backoff.factor()), backoff.cap());
    return current.plus(times(current, random.nextDouble() * backoff.jitter()));
  }

  private static Duration times(Duration duration, double factor) {
    return Duration.ofNanos((long) (duration.toNanos() * factor));
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
