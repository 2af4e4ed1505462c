package dev.drover.client;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Ends connections whose server has been silent for too long.
///
/// A socket's own time-out sets an alarm for every read and takes it back when the answer comes:
/// two threads are woken, for each request, by something that hardly ever happens. Here who reads
/// only notes until when; one thread sleeps until the first of those times, looks who still waits,
/// and sleeps again. It is there only while somebody waits.
///
/// *While somebody waits, the thread is there and awake in time*: for that one who begins to wait
/// looks afterwards when the thread will be awake, and the thread looks once more, after it has
/// said that it goes, whether somebody waits.
final class Silence {
  private static final long NEVER = Long.MAX_VALUE;

  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock(); // guards the thread
  private @Nullable Thread thread;
  private volatile long awake = NEVER; // when the thread looks next; NEVER = it has to be called

  /// What a connection waits with; ends with [#remove].
  Wait add(Runnable cut) {
    Wait wait = new Wait(cut);
    waits.add(wait);
    return wait;
  }

  void remove(Wait wait) {
    waits.remove(wait);
  }

  /// One connection's waiting for its server.
  final class Wait {
    private static final long NOT = Long.MAX_VALUE;
    private static final long OVER = Long.MIN_VALUE;

    private final Runnable cut;
    private final AtomicLong until = new AtomicLong(NOT); // a time, NOT or OVER

    private Wait(Runnable cut) {
      this.cut = cut;
    }

    /// Waits from now on, no longer than this; 0 = for ever.
    void begin(long nanos) {
      if (nanos == 0) {
        return;
      }
      long end = System.nanoTime() + Math.min(nanos, NEVER / 2); // so that times can be compared
      until.set(end);
      long looks = awake;
      if (looks == NEVER || end - looks < 0) {
        wake();
      }
    }

    /// Waits no more. Whether it had taken too long; then the connection has been ended.
    boolean end() {
      return until.getAndSet(NOT) == OVER;
    }

    private boolean isWaiting() {
      long end = until.get();
      return end != NOT && end != OVER;
    }

    /// Ends the connection if its time is over; when to look again, `NOT` if it does not wait.
    private long look(long now) {
      long end = until.get();
      if (end == NOT || end == OVER) {
        return NOT;
      }
      if (end - now > 0) {
        return end;
      }
      if (until.compareAndSet(end, OVER)) { // no answer has come between
        cut.run();
      }
      return NOT;
    }
  }

  private void wake() {
    lock.lock();
    try {
      if (thread == null) {
        thread = Thread.ofVirtual().name("drover-silence").start(this::watch);
      } else {
        LockSupport.unpark(thread);
      }
    } finally {
      lock.unlock();
    }
  }

  private void watch() {
    do {
      for (long next = look(); next != NEVER; next = look()) {
        awake = next;
        LockSupport.parkNanos(this, next - System.nanoTime());
      }
    } while (!leave());
  }

  /// Ends what has to be ended; when to look again.
  private long look() {
    awake = NEVER; // who begins to wait now may not be seen, and calls
    long now = System.nanoTime();
    long next = NEVER;
    for (Wait wait : waits) {
      long end = wait.look(now);
      if (end != Wait.NOT && (next == NEVER || end - next < 0)) {
        next = end;
      }
    }
    return next;
  }

  /// Whether nobody waits; then the next one who does calls another thread.
  private boolean leave() {
    lock.lock();
    try {
      if (waits.stream().anyMatch(Wait::isWaiting)) {
        return false;
      }
      thread = null;
      return true;
    } finally {
      lock.unlock();
    }
  }
}
