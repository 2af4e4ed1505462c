package dev.drover.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Time that stands still until it is moved, for tests.
///
/// ```java
/// var time = new ManualTime();
/// queue.addAfter("a", Duration.ofMinutes(5));
/// time.advance(Duration.ofMinutes(5));               // rings every alarm on the way, in order
/// ```
///
/// Alarms ring on the thread that moves time. Safe for any number of threads.
public final class ManualTime implements TimeSource {
  private static final Comparator<Pending> BY_TIME =
      Comparator.comparingLong(Pending::at).thenComparingLong(Pending::number);

  private final Instant start;
  private final PriorityQueue<Pending> alarms = new PriorityQueue<>(BY_TIME); // guarded by this
  private long passed; // nanoseconds; guarded by this
  private long count; // guarded by this
  private Duration stepped = Duration.ZERO; // of the clock; guarded by this

  /// Begins at some moment of the year 2026.
  public ManualTime() {
    this(Instant.parse("2026-01-01T00:00:00Z"));
  }

  /// Begins at this moment.
  public ManualTime(Instant start) {
    this.start = start;
  }

  @Override
  public synchronized Instant instant() {
    return start.plusNanos(passed).plus(stepped);
  }

  /// Sets the clock forward, or back by a negative duration, as an administrator or NTP does: no
  /// time passes, so no alarm rings and [#nanoTime] stays.
  public synchronized void stepClock(Duration by) {
    stepped = stepped.plus(by);
  }

  @Override
  public synchronized long nanoTime() {
    return passed;
  }

  @Override
  public Alarm after(Duration delay, Runnable wake) {
    if (!delay.isPositive()) {
      wake.run();
      return () -> {};
    }
    Pending pending = plan(delay, wake);
    return () -> forget(pending);
  }

  private synchronized Pending plan(Duration delay, Runnable wake) {
    long at = saturated(passed, delay);
    Pending pending = new Pending(at, count++, wake);
    alarms.add(pending);
    notifyAll();
    return pending;
  }

  private static long saturated(long from, Duration by) {
    try {
      return Math.addExact(from, by.toNanos());
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE; // in three hundred years
    }
  }

  private synchronized void forget(Pending pending) {
    alarms.remove(pending);
    notifyAll();
  }

  /// Moves time on. Every alarm on the way rings at its own moment, those that are set meanwhile
  /// included; returns when the last one has returned.
  public void advance(Duration by) {
    long goal;
    synchronized (this) {
      goal = saturated(passed, by);
    }
    for (Pending next = next(goal); next != null; next = next(goal)) {
      next.wake.run();
    }
  }

  private synchronized @Nullable Pending next(long goal) {
    Pending next = alarms.peek();
    if (next != null && next.at <= goal) {
      alarms.remove();
      passed = Math.max(passed, next.at);
      notifyAll();
      return next;
    }
    passed = Math.max(passed, goal);
    return null;
  }

  /// Moves time on to the next alarm, which rings; returns how long that took, or zero when there
  /// is none.
  public Duration advanceToNext() {
    Duration until = untilNext();
    advance(until);
    return until;
  }

  /// How long it is until the next alarm; zero when there is none.
  public synchronized Duration untilNext() {
    Pending next = alarms.peek();
    return next == null ? Duration.ZERO : Duration.ofNanos(next.at - passed);
  }

  /// How many alarms are set.
  public synchronized int alarms() {
    return alarms.size();
  }

  /// Waits until so many alarms are set: until a thread that is about to sleep really does.
  public synchronized void awaitAlarms(int number) throws InterruptedException {
    while (alarms.size() < number) {
      wait();
    }
  }

  private record Pending(long at, long number, Runnable wake) {}
}
