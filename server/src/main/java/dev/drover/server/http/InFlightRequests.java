package dev.drover.server.http;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Counts the requests that are being served, so that a listener can let them end before it closes
/// their connections. Safe for any number of threads.
final class InFlightRequests {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private long count; // guarded by lock

  /// Serves a request.
  void run(Runnable request) {
    add(1);
    try {
      request.run();
    } finally {
      add(-1);
    }
  }

  private void add(int change) {
    lock.lock();
    try {
      count += change;
      if (count == 0) {
        ended.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Returns when no request is being served, or the time is over.
  void awaitNone(Duration patience) throws InterruptedException {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (count > 0 && left > 0) {
        left = ended.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
