package dev.drover.server.controllers;

import dev.drover.server.storage.Change;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Schedules passes of controllers: after writes of their resources, and at times that they
/// requested.
///
/// *Threading:* any thread reports writes; one thread takes them; any thread waits for rest.
final class PassSchedule {
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition rested = lock.newCondition();
  private Set<String> written = new HashSet<>();
  private boolean isWorking = true; // from the start to the first rest
  private boolean isClosed;
  private long rounds;

  PassSchedule(InstantSource clock) {
    this.clock = clock;
  }

  /// Reports a write.
  void written(Change change) {
    lock.lock();
    try {
      written.add(change.object().key().resource());
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Looks at the clock again.
  void clockChanged() {
    lock.lock();
    try {
      isWorking = !isClosed; // until it turned out that nothing is due
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until something was written, or a time has come.
  ///
  /// @param due the earliest time at which a controller wants to look again
  /// @return the resources that were written; none if it is the time
  Set<String> await(Optional<Instant> due) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (written.isEmpty() && left(due) > 0) {
        isWorking = false;
        rested.signalAll();
        long _ = changed.awaitNanos(left(due));
      }
      isWorking = true;
      rounds++;
      Set<String> taken = written;
      written = new HashSet<>();
      return taken;
    } finally {
      lock.unlock();
    }
  }

  private long left(Optional<Instant> due) {
    return due.map(this::nanosUntil).orElse(Long.MAX_VALUE);
  }

  private long nanosUntil(Instant time) {
    Duration left = Duration.between(clock.instant(), time);
    return left.toDays() > 1 ? TimeUnit.DAYS.toNanos(1) : left.toNanos();
  }

  /// How often there was something to do.
  long rounds() {
    lock.lock();
    try {
      return rounds;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until nothing is left to do now.
  ///
  /// @throws TimeoutException if that takes longer than the limit
  void awaitRest(Duration limit) throws InterruptedException, TimeoutException {
    lock.lockInterruptibly();
    try {
      long left = limit.toNanos();
      while (!isClosed && (isWorking || !written.isEmpty())) {
        if (left <= 0) {
          throw new TimeoutException("the controllers of the server were written to: " + written);
        }
        left = rested.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Ends the waits for rest.
  void close() {
    lock.lock();
    try {
      isClosed = true;
      rested.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
