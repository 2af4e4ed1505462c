package dev.drover.client;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The system's time. Alarms ring on one platform thread, as virtual threads are not preempted: a
/// busy program must not be late for its lease.
final class SystemTime implements TimeSource {
  static final SystemTime INSTANCE = new SystemTime();

  private SystemTime() {}

  /// Created with the first alarm.
  private static final class Alarms {
    static final ScheduledThreadPoolExecutor THREAD = thread();

    private static ScheduledThreadPoolExecutor thread() {
      var thread =
          new ScheduledThreadPoolExecutor(
              1, Thread.ofPlatform().name("drover/time/alarms").daemon(true).factory());
      thread.setRemoveOnCancelPolicy(true); // most alarms are deadlines that are cancelled
      return thread;
    }
  }

  @Override
  public Instant instant() {
    return Instant.now();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Alarm after(Duration delay, Runnable wake) {
    if (!delay.isPositive()) {
      wake.run();
      return () -> {};
    }
    Future<?> alarm =
        Alarms.THREAD.schedule(wake, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
    return () -> alarm.cancel(false);
  }
}
