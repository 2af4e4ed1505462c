package dev.drover.runtime.internal;

import java.time.Duration;

/// Durations as nanoseconds.
public final class Nanos {
  /// Longer than anyone waits, and still far from an overflow when a clock is added.
  public static final long MAX = Long.MAX_VALUE / 4;

  private Nanos() {}

  /// At least 0, at most [#MAX].
  public static long of(Duration duration) {
    if (duration.isNegative()) {
      return 0;
    }
    return duration.toSeconds() >= MAX / 1_000_000_000 ? MAX : duration.toNanos();
  }
}
