package dev.drover.runtime.internal;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Where the runtime takes its time from: the time of day, a time that never jumps, and waiting for
/// it. Tests have one that they move by hand, and one that decides which thread goes on.
public interface Time extends TimeSource {
  /// The time of this machine.
  Time SYSTEM =
      new Time() {
        @Override
        public Instant instant() {
          return Instant.now();
        }

        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public Alarm after(Duration delay, Runnable wake) {
          return TimeSource.system().after(delay, wake);
        }

        @Override
        public void parkUntil(long nanos) {
          LockSupport.parkNanos(this, Math.max(0, nanos - System.nanoTime()));
        }

        @Override
        public void park() {
          LockSupport.park(this);
        }

        @Override
        public void unpark(@Nullable Thread thread) {
          LockSupport.unpark(thread);
        }
      };

  /// The time of a time source.
  static Time of(TimeSource source) {
    if (source instanceof Time time) {
      return time;
    }
    return source.equals(TimeSource.system()) ? SYSTEM : new ParkingTime(source);
  }

  @Override
  default long nanoTime() {
    return nanos();
  }

  /// Nanoseconds since some moment. They go on evenly whatever happens to the time of day; only
  /// differences mean something, as with [System#nanoTime].
  long nanos();

  /// Waits until [#nanos] has come to `nanos`, the thread is unparked or it is interrupted. May
  /// return for no reason at all, as [LockSupport#park].
  void parkUntil(long nanos);

  /// Waits until the thread is unparked or interrupted. May return for no reason at all.
  void park();

  /// Lets a thread go on that waits in [#park] or [#parkUntil], or is about to; none if null.
  void unpark(@Nullable Thread thread);

  /// Waits that long.
  @Override
  default void sleep(Duration duration) throws InterruptedException {
    long until = nanos() + Nanos.of(duration);
    while (nanos() - until < 0) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      parkUntil(until);
    }
  }
}
