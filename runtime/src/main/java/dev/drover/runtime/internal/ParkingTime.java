package dev.drover.runtime.internal;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The time of a [TimeSource], as queues wait for it.
public record ParkingTime(TimeSource source) implements Time {
  @Override
  public Instant instant() {
    return source.instant();
  }

  @Override
  public TimeSource.Alarm after(Duration delay, Runnable wake) {
    return source.after(delay, wake);
  }

  @Override
  public long nanos() {
    return source.nanoTime();
  }

  @Override
  public void parkUntil(long nanos) {
    Thread me = Thread.currentThread();
    TimeSource.Alarm alarm =
        source.after(Duration.ofNanos(nanos - source.nanoTime()), () -> LockSupport.unpark(me));
    LockSupport.park(this);
    alarm.cancel();
  }

  @Override
  public void unpark(@Nullable Thread thread) {
    LockSupport.unpark(thread);
  }

  @Override
  public void park() {
    LockSupport.park(this);
  }
}
