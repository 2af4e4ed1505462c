package dev.drover.runtime.queue;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// The workers that wait for a key, first come first served. Guarded by the lock of its queue.
///
/// Waking a thread is expensive, so at most one is being woken at a time. That one wakes the next
/// if there is a key left, which is why every release of the lock checks which thread to wake:
///
/// *While a key is ready and a worker waits, one worker is being woken.*
///
/// Only one, the *timekeeper*, waits for the next delayed key; the others wait without end.
final class WaitingWorkers {
  /// One waiting worker.
  static final class Waiter {
    final Thread thread = Thread.currentThread();
    private boolean inside;
    private boolean called;
  }

  private final Deque<Waiter> waiters = new ArrayDeque<>();
  private @Nullable Waiter timekeeper;
  private boolean alarm;
  private int onTheWay;

  /// Goes in, or stays in. Whether this one is the timekeeper.
  boolean enter(Waiter waiter) {
    arrive(waiter);
    if (!waiter.inside) {
      waiter.inside = true;
      waiters.addLast(waiter);
    }
    if (timekeeper == null) {
      timekeeper = waiter;
    }
    return timekeeper == waiter;
  }

  private void arrive(Waiter waiter) {
    if (waiter.called) {
      waiter.called = false;
      onTheWay--;
    }
  }

  /// Goes for good; null was never here.
  void leave(@Nullable Waiter waiter) {
    if (waiter == null) {
      return;
    }
    arrive(waiter);
    if (waiter.inside) {
      waiter.inside = false;
      waiters.remove(waiter);
    }
    if (timekeeper == waiter) {
      timekeeper = null;
    }
  }

  /// The thread to be woken once the lock is free, if any.
  ///
  /// @param work whether a key is ready
  /// @param timed whether a key is delayed
  @Nullable Thread next(boolean work, boolean timed) {
    boolean needed = work || (timed && timekeeper == null);
    Waiter waiter = needed && onTheWay == 0 ? waiters.pollFirst() : null;
    if (waiter == null) {
      return null;
    }
    waiter.inside = false;
    waiter.called = true;
    onTheWay++;
    return waiter.thread;
  }

  /// The timekeeper waits for the wrong key, or for too long.
  void alarm() {
    alarm = true;
  }

  /// The timekeeper, if it has to look again.
  @Nullable Thread alarmed() {
    Waiter waiter = alarm ? timekeeper : null;
    alarm = false;
    return waiter == null ? null : waiter.thread;
  }
}
