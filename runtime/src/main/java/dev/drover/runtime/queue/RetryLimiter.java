package dev.drover.runtime.queue;

import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/// How long a key has to wait after it failed. A value: the same one may be given to any number of
/// queues, and each of them counts for itself.
///
/// ```java
/// RetryLimiter.exponential(Duration.ofMillis(5), Duration.ofMinutes(5))
/// ```
///
/// May grow: a `switch` outside this library needs a `default` branch.
///
/// In Go: {@index workqueue.RetryLimiter}, {@index workqueue.TypedRateLimiter}.
public sealed interface RetryLimiter {
  /// Twice as long with every failure.
  ///
  /// @param first after the first failure
  /// @param cap never longer than this
  record Exponential(Duration first, Duration cap) implements RetryLimiter {
    public Exponential {
      if (first.isNegative() || first.isZero() || cap.compareTo(first) < 0) {
        throw new IllegalArgumentException(
            "need 0 < first <= cap, got first=" + first + " cap=" + cap);
      }
    }
  }

  /// A short wait for the first failures, a long one for all others.
  ///
  /// @param fastAttempts how many failures are followed by the short wait
  record FastSlow(Duration fast, Duration slow, int fastAttempts) implements RetryLimiter {
    public FastSlow {
      if (fast.isNegative() || slow.isNegative() || fastAttempts < 0) {
        throw new IllegalArgumentException(
            "need fast, slow and fastAttempts >= 0, got fast="
                + fast
                + " slow="
                + slow
                + " fastAttempts="
                + fastAttempts);
      }
    }
  }

  /// So many retries a second of all keys together.
  ///
  /// @param burst how many may come at once
  record Bucket(double perSecond, int burst) implements RetryLimiter {
    public Bucket {
      if (!(perSecond > 0) || burst < 1) {
        throw new IllegalArgumentException(
            "need perSecond > 0 and burst >= 1, got perSecond=" + perSecond + " burst=" + burst);
      }
    }
  }

  /// The longest wait that one of several limiters asks for.
  record MaxOf(List<RetryLimiter> limiters) implements RetryLimiter {
    public MaxOf {
      limiters = List.copyOf(limiters);
    }
  }

  /// What another limiter asks for, but not more than `max`.
  record MaxWait(RetryLimiter limiter, Duration max) implements RetryLimiter {
    public MaxWait {
      if (max.isNegative()) {
        throw new IllegalArgumentException("need max >= 0, got " + max);
      }
    }
  }

  /// What a function makes of the number of failures, which is at least 1.
  record ByFailures(IntFunction<Duration> delay) implements RetryLimiter {}

  /// What client-go's controllers use: twice as long with every failure of a key, from 5 ms to 1000
  /// s, and ten retries a second of all keys together after a burst of a hundred.
  ///
  /// In Go: {@index DefaultControllerRateLimiter}, {@index DefaultTypedControllerRateLimiter}.
  static RetryLimiter controllerDefault() {
    return maxOf(exponential(Duration.ofMillis(5), Duration.ofSeconds(1000)), bucket(10, 100));
  }

  /// Twice as long with every failure of a key, from 1 ms to 1000 s.
  ///
  /// In Go: {@index DefaultItemBasedRateLimiter}.
  static RetryLimiter itemDefault() {
    return exponential(Duration.ofMillis(1), Duration.ofSeconds(1000));
  }

  /// Twice as long with every failure of a key.
  ///
  /// In Go: {@index NewItemExponentialFailureRateLimiter}.
  static RetryLimiter exponential(Duration first, Duration cap) {
    return new Exponential(first, cap);
  }

  /// A short wait for the first failures of a key, a long one for all others.
  ///
  /// In Go: {@index NewItemFastSlowRateLimiter}.
  static RetryLimiter fastSlow(Duration fast, Duration slow, int fastAttempts) {
    return new FastSlow(fast, slow, fastAttempts);
  }

  /// So many retries a second of all keys together.
  ///
  /// In Go: {@index workqueue.BucketRateLimiter}.
  static RetryLimiter bucket(double perSecond, int burst) {
    return new Bucket(perSecond, burst);
  }

  /// The longest wait that one of these asks for.
  ///
  /// In Go: {@index NewMaxOfRateLimiter}.
  static RetryLimiter maxOf(RetryLimiter... limiters) {
    return new MaxOf(List.of(limiters));
  }

  /// What a function makes of the number of failures.
  static RetryLimiter byFailures(IntFunction<Duration> delay) {
    return new ByFailures(delay);
  }

  /// This one, but never longer than `max`.
  ///
  /// In Go: {@index NewWithMaxWaitRateLimiter}.
  default RetryLimiter withMaxWait(Duration max) {
    return new MaxWait(this, max);
  }
}
