package dev.drover.informer;

import java.time.Duration;
import java.util.function.Consumer;

/// Exponential back-off with jitter: how long to wait before the next attempt.
///
/// ```java
/// Backoff.defaults().with(b -> b.first(Duration.ofMillis(100)).cap(Duration.ofSeconds(5)));
/// ```
///
/// A wait has the current length `d` plus a random part: `[d, d + jitter × d)`. The length grows by
/// `factor` from `first` to `cap`, and starts over when more than `resetAfter` has passed since it
/// last started. The defaults are those of client-go's reflector: 0.8 s, 1.6 s, … 30 s, each up to
/// twice as long, started over after two minutes.
///
/// In Go: {@index wait.Backoff}.
public final class Backoff {
  private static final Backoff DEFAULTS = new Builder().build();

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

    /// Lowers [Backoff#cap], and [Backoff#first] with it if necessary.
    Builder capAtMost(Duration highest) {
      cap = cap.compareTo(highest) > 0 ? highest : cap;
      first = first.compareTo(cap) > 0 ? cap : first;
      return this;
    }

    private Backoff build() {
      return new Backoff(this);
    }
  }
}
