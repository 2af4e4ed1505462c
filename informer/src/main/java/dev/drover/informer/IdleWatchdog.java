package dev.drover.informer;

import dev.drover.client.TimeSource;
import java.time.Duration;

/// Runs an action when no event was reported for a given time. Any number of threads.
final class IdleWatchdog implements AutoCloseable {
  private final TimeSource time;
  private final long limit; // nanoseconds
  private final Runnable ring;
  private volatile long heard; // when, in nanoseconds
  private volatile boolean rang;
  private boolean closed; // guarded by this
  private TimeSource.Alarm alarm; // guarded by this

  IdleWatchdog(TimeSource time, Duration limit, Runnable ring) {
    this.time = time;
    this.limit = limit.toNanos();
    this.ring = ring;
    this.heard = time.nanoTime();
    this.alarm = time.after(limit, this::check);
  }

  /// Something was heard. Cheap: the alarm itself is set again only when it rings too early.
  void heard() {
    heard = time.nanoTime();
  }

  private void check() {
    long left = limit - (time.nanoTime() - heard);
    if (left > 0) {
      setAgain(Duration.ofNanos(left));
    } else {
      rang = true;
      ring.run();
    }
  }

  private synchronized void setAgain(Duration left) {
    if (!closed) {
      alarm = time.after(left, this::check);
    }
  }

  /// Whether it was quiet for too long.
  boolean rang() {
    return rang;
  }

  @Override
  public synchronized void close() {
    closed = true;
    alarm.cancel();
  }
}
