package dev.drover.runtime.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Time that moves when a test says so. Overflows on the way, as the time of a machine may.
public final class ManualTime implements Time {
  private final Instant start = Instant.parse("2026-01-01T00:00:00Z");
  private final List<Sleeper> sleepers = new ArrayList<>();
  private long passed;

  private record Sleeper(Thread thread, long until) {}

  @Override
  public Alarm after(Duration delay, Runnable wake) {
    throw new UnsupportedOperationException("what is tested here parks");
  }

  @Override
  public synchronized Instant instant() {
    return start.plusNanos(passed);
  }

  @Override
  public synchronized long nanos() {
    return Long.MAX_VALUE - 1_000_000 + passed;
  }

  @Override
  public void parkUntil(long nanos) {
    Sleeper sleeper = new Sleeper(Thread.currentThread(), nanos);
    synchronized (this) {
      if (nanos() - nanos >= 0) {
        return;
      }
      sleepers.add(sleeper);
      notifyAll();
    }
    LockSupport.park(this);
    synchronized (this) {
      sleepers.remove(sleeper);
    }
  }

  @Override
  public void park() {
    LockSupport.park(this);
  }

  @Override
  public void unpark(@Nullable Thread thread) {
    LockSupport.unpark(thread);
  }

  /// Moves on and wakes those whose time has come.
  public synchronized void advance(Duration by) {
    passed += by.toNanos();
    for (Sleeper sleeper : sleepers) {
      if (nanos() - sleeper.until >= 0) {
        LockSupport.unpark(sleeper.thread);
      }
    }
  }

  /// Returns when some thread waits for a time that has not come.
  public void awaitSleeper() throws InterruptedException {
    awaitSleepers(1);
  }

  /// Returns when so many threads wait for times that have not come.
  public synchronized void awaitSleepers(int count) throws InterruptedException {
    while (sleepers.stream().filter(sleeper -> nanos() - sleeper.until < 0).count() < count) {
      wait();
    }
  }

  /// Returns when some thread waits for the time that comes after `delay`, or for an earlier one.
  public synchronized void awaitSleeperUntil(Duration delay) throws InterruptedException {
    long until = nanos() + delay.toNanos();
    long giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (sleepers.stream().noneMatch(sleeper -> sleeper.until - until <= 0)) {
      if (System.nanoTime() - giveUp > 0) {
        throw new AssertionError("no thread waits for " + delay + ", only " + sleepers);
      }
      wait(1_000);
    }
  }
}
