package dev.drover.client;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Lets `burst` requests through at once and then so many per second, in the order they came.
///
/// One number is the whole state: the time at which the bucket would be full again. Any number of
/// threads.
public final class TokenBucket implements RateLimiter {
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
    this.nanosPerToken = (long) Math.max(1, 1e9 / perSecond);
    this.burstNanos = nanosPerToken * burst;
    this.clock = clock;
    this.pause = pause;
    this.fullAt = new AtomicLong(clock.getAsLong());
  }

  @Override
  public void acquire() throws InterruptedException {
    long wait = reserve(clock.getAsLong());
    if (wait > 0) {
      pause.sleep(Duration.ofNanos(wait));
    }
  }

  /// Takes a token at time `now`, and says how long to wait until it is there.
  private long reserve(long now) {
    long after = fullAt.updateAndGet(full -> (full - now < 0 ? now : full) + nanosPerToken);
    return after - now - burstNanos;
  }
}
