package dev.drover.runtime;

import java.time.Duration;
import java.util.function.Consumer;

/// How a controller works.
///
/// ```java
/// manager.controllerFor(Icecream.class).options(o -> o.workers(4).timeout(Duration.ofMinutes(1)))
/// ```
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
  public static final ControllerOptions DEFAULT = new Builder().build();

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

  /// A changed copy.
  public ControllerOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /// Builds options.
  public static final class Builder {
    private int workers = 1;
    private RateLimiter limiter =
        RateLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(1000));
    private int maxRetries = QueueOptions.UNLIMITED;
    private Duration timeout = Duration.ZERO;
    private Duration syncTimeout = Duration.ofMinutes(2);
    private boolean isLeaderOnly = true;

    private Builder() {}

    private Builder(ControllerOptions from) {
      workers = from.workers;
      limiter = from.limiter;
      maxRetries = from.maxRetries;
      timeout = from.timeout;
      syncTimeout = from.syncTimeout;
      isLeaderOnly = from.isLeaderOnly;
    }

    /// How many objects are looked at at once.
    public Builder workers(int number) {
      workers = number;
      return this;
    }

    /// How long a failed request waits.
    public Builder limiter(RateLimiter changed) {
      limiter = changed;
      return this;
    }

    /// How often a request is tried again before it is given up until the next change;
    /// [QueueOptions#UNLIMITED] = for ever.
    public Builder maxRetries(int number) {
      maxRetries = number;
      return this;
    }

    /// After how long a run is interrupted; zero = never.
    public Builder timeout(Duration limit) {
      timeout = limit;
      return this;
    }

    /// How long the caches may take at the start.
    public Builder syncTimeout(Duration limit) {
      syncTimeout = limit;
      return this;
    }

    /// It works whether this process leads or not.
    public Builder onEveryReplica() {
      isLeaderOnly = false;
      return this;
    }

    private ControllerOptions build() {
      return new ControllerOptions(
          workers, limiter, maxRetries, timeout, syncTimeout, isLeaderOnly);
    }
  }
}
