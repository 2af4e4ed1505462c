package dev.drover.runtime.internal;

import dev.drover.client.Backoff;
import dev.drover.runtime.queue.RetryLimiter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The state of a [RetryLimiter] in one queue. Any number of threads.
@FunctionalInterface
public interface Limiter {
  /// How many nanoseconds a key waits at the time `now` after its latest failure.
  ///
  /// @param failures at least 1
  long delay(int failures, long now);

  static Limiter of(RetryLimiter limiter, long now) {
    return switch (limiter) {
      case RetryLimiter.Exponential(var first, var cap) ->
          exponential(Backoff.exponential(first, cap));
      case RetryLimiter.FastSlow(var fast, var slow, var attempts) ->
          fastSlow(Nanos.of(fast), Nanos.of(slow), attempts);
      case RetryLimiter.Bucket(var perSecond, var burst) -> new Tokens(perSecond, burst, now);
      case RetryLimiter.MaxOf(var limiters) ->
          maxOf(limiters.stream().map(each -> of(each, now)).toList());
      case RetryLimiter.MaxWait(var inner, var max) -> maxWait(of(inner, now), Nanos.of(max));
      case RetryLimiter.ByFailures(var delay) -> (failures, _) -> Nanos.of(delay.apply(failures));
    };
  }

  private static Limiter exponential(Backoff backoff) {
    return (failures, _) -> Nanos.of(backoff.length(failures));
  }

  private static Limiter fastSlow(long fast, long slow, int attempts) {
    return (failures, _) -> failures <= attempts ? fast : slow;
  }

  private static Limiter maxOf(List<Limiter> limiters) {
    return (failures, now) -> {
      long longest = 0;
      for (Limiter each : limiters) {
        longest = Math.max(longest, each.delay(failures, now));
      }
      return longest;
    };
  }

  private static Limiter maxWait(Limiter limiter, long max) {
    return (failures, now) -> Math.min(max, limiter.delay(failures, now));
  }

  /// One number is the whole state: the time at which the bucket would be full again.
  final class Tokens implements Limiter {
    private final long nanosPerToken;
    private final long burstNanos;
    private final AtomicLong fullAt;

    public Tokens(double perSecond, int burst, long now) {
      this.nanosPerToken = (long) Math.max(1, 1e9 / perSecond);
      this.burstNanos = nanosPerToken * burst;
      this.fullAt = new AtomicLong(now);
    }

    @Override
    public long delay(int failures, long now) {
      long after = fullAt.updateAndGet(full -> (full - now < 0 ? now : full) + nanosPerToken);
      return Math.max(0, after - now - burstNanos);
    }

    /// Takes a token if there is one.
    public boolean tryTake(long now) {
      while (true) {
        long full = fullAt.get();
        long after = (full - now < 0 ? now : full) + nanosPerToken;
        if (after - now > burstNanos) {
          return false;
        }
        if (fullAt.compareAndSet(full, after)) {
          return true;
        }
      }
    }
  }
}
