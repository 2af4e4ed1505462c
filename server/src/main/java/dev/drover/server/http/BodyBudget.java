package dev.drover.server.http;

import java.util.concurrent.atomic.AtomicLong;

/// Limits the bytes of all request bodies that are in memory at once. Safe for any number of
/// threads.
final class BodyBudget {
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  BodyBudget(long limit) {
    this.limit = limit;
  }

  /// The share of one request. One request, one thread at a time.
  Share share() {
    return new Share();
  }

  /// The bytes of one request.
  final class Share implements AutoCloseable {
    private long reserved;

    /// Reserves more bytes.
    ///
    /// @return false if the budget is exhausted; a single request is never refused
    boolean reserve(long bytes) {
      long after = used.addAndGet(bytes);
      reserved += bytes;
      return after <= limit || after == reserved;
    }

    /// Gives everything back.
    void release() {
      used.addAndGet(-reserved);
      reserved = 0;
    }

    @Override
    public void close() {
      release();
    }
  }
}
