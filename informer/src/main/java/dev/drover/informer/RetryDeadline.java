package dev.drover.informer;

import java.time.Duration;

/// Limits how long a watch is retried after internal errors of the server: the time counts from the
/// first error of a row, and a minute without errors ends a row. One thread.
final class RetryDeadline {
  private static final long QUIET = Duration.ofMinutes(1).toNanos();

  private final long limit;
  private boolean failing;
  private long first; // nanoseconds, as the next
  private long last;

  RetryDeadline(Duration limit) {
    this.limit = limit.toNanos();
  }

  /// Takes note of an error. Returns whether to retry.
  boolean allowsRetry(long now) {
    if (!failing || now - last >= QUIET) {
      failing = true;
      first = now;
    }
    last = now;
    failing = limit > 0 && now - first <= limit;
    return failing;
  }
}
