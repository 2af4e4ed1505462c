package dev.drover.informer;

import java.time.Duration;

/// How long to wait before trying again: each time longer, never all at once.
///
/// A wait is the current length and a random part of it on top: `[d, d + jitter × d)`. Lengths
/// start over when more than `resetAfter` has passed since they last did.
///
/// In Go: {@index wait.Backoff}.
///
/// @param first the first length
/// @param factor by which the next is longer
/// @param cap the longest length
/// @param jitter how large the random part is at most
/// @param resetAfter when lengths start over
public record Backoff(
    Duration first, double factor, Duration cap, double jitter, Duration resetAfter) {
  /// What reflectors do: 0.8 s, 1.6 s, ... 30 s, each up to twice as long; over again after two
  /// minutes.
  public static final Backoff REFLECTOR =
      new Backoff(Duration.ofMillis(800), 2, Duration.ofSeconds(30), 1, Duration.ofMinutes(2));

  /// Checks the numbers.
  public Backoff {
    if (!first.isPositive() || cap.compareTo(first) < 0 || factor < 1 || jitter < 0) {
      throw new IllegalArgumentException(
          "need 0 < first <= cap, factor >= 1, jitter >= 0, got first=%s cap=%s factor=%s jitter=%s"
              .formatted(first, cap, factor, jitter));
    }
  }
}
