package dev.drover.runtime.engine;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Counts what happens in a manager, and wakes threads that wait for it to end. Thread-safe.
public final class Activity {
  private static final long FIRST_PAUSE_NANOS = 100_000;
  private static final long LONGEST_PAUSE_NANOS = 5_000_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  private long count; // guarded by lock

  /// Something happened.
  public void happened() {
    lock.lock();
    try {
      count++;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Wakes the threads that wait, so that they look at their conditions again.
  public void wake() {
    lock.lock();
    try {
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// How much has happened.
  public long count() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until a condition holds. It is looked at when something happens, soon after that, and
  /// now and then: a condition about handlers may hold only once the one that woke this returned.
  ///
  /// @return false when it did not within the limit
  boolean await(BooleanSupplier condition, Deadline limit) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long pause = FIRST_PAUSE_NANOS;
      while (!condition.getAsBoolean()) {
        long left = limit.left().toNanos();
        if (left <= 0) {
          return false;
        }
        boolean isSignalled = woken.awaitNanos(Math.min(left, pause)) > 0;
        pause = isSignalled ? FIRST_PAUSE_NANOS : Math.min(2 * pause, LONGEST_PAUSE_NANOS);
      }
      return true;
    } finally {
      lock.unlock();
    }
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
