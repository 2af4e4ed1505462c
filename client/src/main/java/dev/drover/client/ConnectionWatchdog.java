package dev.drover.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Closes connections whose deadline has passed: a read that takes too long, or a whole call.
///
/// A socket's own time-out schedules and cancels a timer for every read, which wakes two threads
/// per request for an event that is rare. Here a request only stores its deadline; one daemon
/// platform thread sleeps until the earliest deadline, checks all of them, and sleeps again. The
/// thread exists only while a deadline is set.
///
/// *While a deadline is set, the thread exists and wakes up in time.* Two checks ensure this:
/// [Deadline#begin] reads the thread's wake-up time after it has stored the deadline, and the
/// thread checks for deadlines once more, under the lock, before it ends.
final class ConnectionWatchdog {
  private static final long NEVER = Long.MAX_VALUE;

  private final Set<Deadline> deadlines = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock(); // guards `thread`
  private @Nullable Thread thread;
  private volatile long wakeUp = NEVER; // of the thread; NEVER = it must be unparked
  private volatile boolean closed; // written under the lock

  /// A deadline that is not set yet. Must be removed with [#remove].
  ///
  /// @param close closes the connection; must not block
  Deadline add(Runnable close) {
    Deadline deadline = new Deadline(close);
    deadlines.add(deadline);
    return deadline;
  }

  void remove(Deadline deadline) {
    deadlines.remove(deadline);
  }

  /// Ends the thread: all connections are closed, and no deadline has anything to close any more.
  void close() {
    lock.lock();
    try {
      closed = true;
      LockSupport.unpark(thread);
    } finally {
      lock.unlock();
    }
  }

  /// The deadline of one connection; set and cleared many times.
  final class Deadline {
    private static final long UNSET = Long.MAX_VALUE;
    private static final long EXPIRED = Long.MIN_VALUE;

    private final Runnable close;
    private final AtomicLong end = new AtomicLong(UNSET); // a time, UNSET or EXPIRED

    private Deadline(Runnable close) {
      this.close = close;
    }

    /// Sets the deadline to this long from now; 0 = none.
    void begin(long nanos) {
      if (nanos == 0) {
        return;
      }
      // Half of the range at most, so that two times can be compared by their difference.
      long time = System.nanoTime() + Math.min(nanos, NEVER / 2);
      end.set(time);
      long next = wakeUp;
      if (next == NEVER || time - next < 0) {
        wake();
      }
    }

    /// Clears the deadline. Returns whether it had expired; the connection is then closed.
    boolean end() {
      return end.getAndSet(UNSET) == EXPIRED;
    }

    /// Whether the deadline has expired since it was set; the connection is then closed.
    boolean hasExpired() {
      return end.get() == EXPIRED;
    }

    private boolean isSet() {
      long time = end.get();
      return time != UNSET && time != EXPIRED;
    }

    /// Closes the connection if the deadline has passed. Returns the time of the next check, or
    /// `UNSET`.
    private long check(long now) {
      long time = end.get();
      if (time == UNSET || time == EXPIRED) {
        return UNSET;
      }
      if (time - now > 0) {
        return time;
      }
      if (end.compareAndSet(time, EXPIRED)) { // not cleared meanwhile
        close.run();
      }
      return UNSET;
    }
  }

  private void wake() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (thread == null) {
        thread =
            Thread.ofPlatform()
                .name("drover/client/watchdog")
                .daemon(true)
                .start(this::closeExpired);
      } else {
        LockSupport.unpark(thread);
      }
    } finally {
      lock.unlock();
    }
  }

  private void closeExpired() {
    do {
      for (long next = check(); next != NEVER && !closed; next = check()) {
        wakeUp = next;
        LockSupport.parkNanos(this, next - System.nanoTime());
      }
    } while (!leave());
  }

  /// Closes the connections whose deadline has passed. Returns the time of the next check.
  private long check() {
    wakeUp = NEVER; // a deadline that is set from here on may be missed by the loop, and unparks
    long now = System.nanoTime();
    long next = NEVER;
    for (Deadline deadline : deadlines) {
      long time = deadline.check(now);
      if (time != Deadline.UNSET && (next == NEVER || time - next < 0)) {
        next = time;
      }
    }
    return next;
  }

  /// Whether no deadline is set; the next one then starts another thread.
  private boolean leave() {
    lock.lock();
    try {
      if (!closed && deadlines.stream().anyMatch(Deadline::isSet)) {
        return false;
      }
      thread = null;
      return true;
    } finally {
      lock.unlock();
    }
  }
}
