package dev.drover.runtime;

import java.time.Duration;

/// How a controller works.
///
/// In Go: {@index controller.Options}.
///
/// @param workers how many objects are looked at at once
/// @param limiter how long a failed request waits
/// @param maxRetries how often a request is tried again before it is given up until the next
///   change; [QueueOptions#UNLIMITED] = for ever
/// @param timeout after which a run is interrupted; zero = never
/// @param syncTimeout how long the caches may take at the start
/// @param isLeaderOnly whether it works only while this process leads
public record ControllerOptions(
    int workers,
    RateLimiter limiter,
    int maxRetries,
    Duration timeout,
    Duration syncTimeout,
    boolean isLeaderOnly) {
  /// One worker; 5 ms after the first failure, twice that after each further one, 1000 s at most;
  /// no limit for a run, two minutes for the caches.
  public static final ControllerOptions DEFAULT =
      new ControllerOptions(
          1,
          RateLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)),
          QueueOptions.UNLIMITED,
          Duration.ZERO,
          Duration.ofMinutes(2),
          true);

  /// Checks the numbers.
  public ControllerOptions {
    if (workers < 1) {
      throw new IllegalArgumentException("need workers >= 1, got " + workers);
    }
    if (timeout.isNegative() || !syncTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "need timeout >= 0 and syncTimeout > 0, got " + timeout + " and " + syncTimeout);
    }
  }

  /// A copy with so many workers.
  public ControllerOptions withWorkers(int changed) {
    return new ControllerOptions(changed, limiter, maxRetries, timeout, syncTimeout, isLeaderOnly);
  }

  /// A copy with another limiter.
  public ControllerOptions withLimiter(RateLimiter changed) {
    return new ControllerOptions(workers, changed, maxRetries, timeout, syncTimeout, isLeaderOnly);
  }

  /// A copy that tries again so often.
  public ControllerOptions withMaxRetries(int changed) {
    return new ControllerOptions(workers, limiter, changed, timeout, syncTimeout, isLeaderOnly);
  }

  /// A copy that interrupts runs after this time.
  public ControllerOptions withTimeout(Duration changed) {
    return new ControllerOptions(workers, limiter, maxRetries, changed, syncTimeout, isLeaderOnly);
  }

  /// A copy that waits so long for its caches.
  public ControllerOptions withSyncTimeout(Duration changed) {
    return new ControllerOptions(workers, limiter, maxRetries, timeout, changed, isLeaderOnly);
  }

  /// A copy that works whether this process leads or not.
  public ControllerOptions onEveryReplica() {
    return new ControllerOptions(workers, limiter, maxRetries, timeout, syncTimeout, false);
  }
}
