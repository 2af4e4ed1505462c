package dev.drover.runtime.internal;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The time of a [Timekeeper], as queues wait for it.
public record TimekeeperTime(Timekeeper keeper) implements Time {
  @Override
  public Instant instant() {
    return keeper.instant();
  }

  @Override
  public Timekeeper.Alarm after(Duration delay, Runnable wake) {
    return keeper.after(delay, wake);
  }

  @Override
  public long nanos() {
    return keeper.nanoTime();
  }

  @Override
  public void parkUntil(long nanos) {
    Thread me = Thread.currentThread();
    Timekeeper.Alarm alarm =
        keeper.after(Duration.ofNanos(nanos - keeper.nanoTime()), () -> LockSupport.unpark(me));
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
