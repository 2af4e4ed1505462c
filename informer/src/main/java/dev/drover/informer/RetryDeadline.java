package dev.drover.informer;

import java.time.Duration;

/// For how long internal errors of the server are borne: so long since the first one, where a quiet
/// minute makes the next one a first one. One thread.
final class RetryDeadline {
  private static final long QUIET = Duration.ofMinutes(1).toNanos();

  private final long limit;
  private boolean failing;
  private long first; // nanoseconds, as the next
  private long last;

  RetryDeadline(Duration limit) {
    this.limit = limit.toNanos();
  }

  /// Takes note of an error; whether to try again.
  boolean bears(long now) {
    if (!failing || now - last >= QUIET) {
      failing = true;
      first = now;
    }
    last = now;
    failing = limit > 0 && now - first <= limit;
    return failing;
  }
}
