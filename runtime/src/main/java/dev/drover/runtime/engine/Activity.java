package dev.drover.runtime.engine;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Counts what happens in a manager, and wakes threads that wait for it to end. Thread-safe.
public final class Activity {
  private static final long NOW_AND_THEN_MILLIS = 5;

  private long count; // guarded by this

  /// Something happened.
  public synchronized void happened() {
    count++;
    notifyAll();
  }

  /// Wakes the threads that wait, so that they look at their conditions again.
  public synchronized void wake() {
    notifyAll();
  }

  /// How much has happened.
  public synchronized long count() {
    return count;
  }

  /// Waits until a condition holds. It is looked at when something happens, and now and then.
  ///
  /// @return false when it did not within the limit
  synchronized boolean await(BooleanSupplier condition, Deadline limit)
      throws InterruptedException {
    while (!condition.getAsBoolean()) {
      long left = limit.left().toMillis();
      if (left <= 0) {
        return false;
      }
      wait(Math.min(left, NOW_AND_THEN_MILLIS));
    }
    return true;
  }

  /// The time at which waits end. By the system's clock: what is waited for is real, also where the
  /// time of controllers is moved by hand.
  record Deadline(long at) {
    static Deadline in(Duration limit) {
      return new Deadline(TimeSource.system().nanoTime() + limit.toNanos());
    }

    Duration left() {
      return Duration.ofNanos(at - TimeSource.system().nanoTime());
    }
  }
}
