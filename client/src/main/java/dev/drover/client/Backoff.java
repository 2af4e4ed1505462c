package dev.drover.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Exponential back-off with jitter: how long to wait before the next attempt.
///
/// ```java
/// Backoff backoff = Backoff.defaults().with(b -> b.first(Duration.ofMillis(100)).cap(Duration.ofSeconds(5)));
/// Backoff.Steps steps = backoff.steps(new SplittableRandom(), time.nanoTime());
/// while (!attempt()) {
///   time.sleep(steps.next(time.nanoTime()));
/// }
/// ```
///
/// A wait has the current length `d` plus a random part: `[d, d + jitter × d)`. The length grows by
/// `factor` from `first` to `cap`, and starts over when more than `resetAfter` has passed since it
/// last started. The defaults are those of client-go's reflector: 0.8 s, 1.6 s, … 30 s, each up to
/// twice as long, started over after two minutes. A value; the one curve of client, caches and
/// controllers.
///
/// In Go: {@index wait.Backoff}.
public final class Backoff {
  private static final Backoff DEFAULTS = new Builder().build();
  private static final Duration NEVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Duration first;
  private final double factor;
  private final Duration cap;
  private final double jitter;
  private final Duration resetAfter;

  private Backoff(Builder from) {
    first = from.first;
    factor = from.factor;
    cap = from.cap;
    jitter = from.jitter;
    resetAfter = from.resetAfter;
    if (!first.isPositive() || cap.compareTo(first) < 0 || factor < 1 || jitter < 0) {
      throw new IllegalArgumentException(
          "need 0 < first <= cap, factor >= 1, jitter >= 0, got first=%s cap=%s factor=%s jitter=%s"
              .formatted(first, cap, factor, jitter));
    }
  }

  /// The back-off of client-go's reflector.
  public static Backoff defaults() {
    return DEFAULTS;
  }

  /// Twice as long with each attempt, without a random part, and never started over by time.
  public static Backoff exponential(Duration first, Duration cap) {
    return DEFAULTS.with(b -> b.first(first).factor(2).cap(cap).jitter(0).resetAfter(NEVER));
  }

  /// A changed copy.
  public Backoff with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /// The first length.
  public Duration first() {
    return first;
  }

  /// The factor by which each length is longer than the one before.
  public double factor() {
    return factor;
  }

  /// The longest length.
  public Duration cap() {
    return cap;
  }

  /// The largest random part, as a share of the length.
  public double jitter() {
    return jitter;
  }

  /// The time after which lengths start over.
  public Duration resetAfter() {
    return resetAfter;
  }

  /// The length after so many failures in a row, without its random part.
  ///
  /// @param failures 1 for the first one
  public Duration length(int failures) {
    double nanos = nanos(first) * Math.pow(factor, Math.max(0, failures - 1));
    return nanos < nanos(cap) ? Duration.ofNanos((long) nanos) : cap;
  }

  /// The waits of one task, one after the other.
  ///
  /// @param now of a monotonic clock, in nanoseconds
  public Steps steps(RandomGenerator random, long now) {
    return new Steps(random, now);
  }

  private static long nanos(Duration duration) {
    return TimeUnit.NANOSECONDS.convert(duration); // saturates
  }

  /// A position in a back-off. One thread.
  public final class Steps {
    private final RandomGenerator random;
    private int failures;
    private long since; // nanoseconds; when lengths started over

    private Steps(RandomGenerator random, long now) {
      this.random = random;
      this.since = now;
    }

    /// How long to wait now; the next wait is longer.
    ///
    /// @param now of a monotonic clock, in nanoseconds
    public Duration next(long now) {
      if (now - since > nanos(resetAfter)) {
        failures = 0;
        since = now;
      }
      failures = failures == Integer.MAX_VALUE ? failures : failures + 1;
      Duration length = length(failures);
      double random = this.random.nextDouble() * jitter;
      return random == 0 ? length : length.plusNanos((long) (nanos(length) * random));
    }

    /// Starts over: the last attempt succeeded.
    public void reset() {
      failures = 0;
    }
  }

  @Override
  public String toString() {
    return "Backoff[first=%s, factor=%s, cap=%s, jitter=%s, resetAfter=%s]"
        .formatted(first, factor, cap, jitter, resetAfter);
  }

  /// Changes a back-off.
  public static final class Builder {
    private Duration first = Duration.ofMillis(800);
    private double factor = 2;
    private Duration cap = Duration.ofSeconds(30);
    private double jitter = 1;
    private Duration resetAfter = Duration.ofMinutes(2);

    private Builder() {}

    private Builder(Backoff from) {
      first = from.first;
      factor = from.factor;
      cap = from.cap;
      jitter = from.jitter;
      resetAfter = from.resetAfter;
    }

    /// Sets [Backoff#first].
    public Builder first(Duration changed) {
      first = changed;
      return this;
    }

    /// Sets [Backoff#factor].
    public Builder factor(double changed) {
      factor = changed;
      return this;
    }

    /// Sets [Backoff#cap].
    public Builder cap(Duration changed) {
      cap = changed;
      return this;
    }

    /// Sets [Backoff#jitter].
    public Builder jitter(double changed) {
      jitter = changed;
      return this;
    }

    /// Sets [Backoff#resetAfter].
    public Builder resetAfter(Duration changed) {
      resetAfter = changed;
      return this;
    }

    private Backoff build() {
      return new Backoff(this);
    }
  }
}
