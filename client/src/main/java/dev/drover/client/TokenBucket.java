package dev.drover.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// A rate limiter that lets `burst` requests through at once and then `perSecond` requests per
/// second, in the order in which they asked.
///
/// ```java
/// var limiter = new TokenBucket(20, 50);
/// client.rest().withRateLimiter(limiter);     // each request waits for its turn
/// Duration delay = limiter.reserve();         // for code that schedules instead of waiting
/// ```
///
/// One number is the whole state: the time at which the bucket would be full again. Bursts that
/// would take longer than 70 years to refill count as that long. Any number of threads.
///
/// In Go: {@index rate.Limiter}, {@index flowcontrol.NewTokenBucketRateLimiter}.
public final class TokenBucket implements RateLimiter {
  private static final long MOST = Long.MAX_VALUE / 4; // nanoseconds: differences do not overflow

  private final long nanosPerToken;
  private final long burstNanos;
  private final LongSupplier clock;
  private final Pause pause;
  private final AtomicLong fullAt;

  /// A limiter of `perSecond` requests with bursts of `burst`.
  public TokenBucket(double perSecond, int burst) {
    this(perSecond, burst, System::nanoTime, Pause.REAL);
  }

  TokenBucket(double perSecond, int burst, LongSupplier clock, Pause pause) {
    if (!(perSecond > 0) || burst < 1) {
      throw new IllegalArgumentException(
          "need perSecond > 0 and burst >= 1, got perSecond=" + perSecond + " burst=" + burst);
    }
    this.nanosPerToken = (long) Math.clamp(1e9 / perSecond, 1, (double) MOST);
    this.burstNanos = (long) Math.min((double) nanosPerToken * burst, (double) MOST);
    this.clock = clock;
    this.pause = pause;
    this.fullAt = new AtomicLong(clock.getAsLong());
  }

  @Override
  public void acquire() throws InterruptedException {
    Duration wait = reserve();
    if (!wait.isPositive()) {
      return;
    }
    try {
      pause.sleep(wait);
    } catch (InterruptedException e) {
      putBack();
      throw e;
    }
  }

  /// Takes a token without waiting, and returns how long the caller must wait before it sends the
  /// request; zero if it may send at once. A caller that does not send gives it back with
  /// [#putBack].
  public Duration reserve() {
    long now = clock.getAsLong();
    long after =
        fullAt.updateAndGet(full -> now + Math.min(missing(full, now), MOST) + nanosPerToken);
    return Duration.ofNanos(Math.max(0, after - now - burstNanos));
  }

  /// Takes a token if one is there; false if the request would have to wait.
  public boolean tryAcquire() {
    long now = clock.getAsLong();
    while (true) {
      long full = fullAt.get();
      long after = now + Math.min(missing(full, now), MOST) + nanosPerToken;
      if (after - now - burstNanos > 0) {
        return false;
      }
      if (fullAt.compareAndSet(full, after)) {
        return true;
      }
    }
  }

  /// Gives a token back that [#reserve] took and no request used.
  public void putBack() {
    fullAt.updateAndGet(full -> full - nanosPerToken);
  }

  /// How long the bucket still needs to be full.
  private static long missing(long full, long now) {
    return Math.max(0, full - now);
  }
}
