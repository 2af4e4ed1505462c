package dev.drover.informer;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Lets threads wait for a condition, up to a limit.
///
/// Code that changes what other threads may wait for calls [#changed] afterwards.
final class Monitor {
  private final TimeSource time;

  Monitor(TimeSource time) {
    this.time = time;
  }

  synchronized void changed() {
    notifyAll();
  }

  /// Waits until `reached` says so; false when it does not within the limit.
  ///
  /// @param reached quick, and takes no lock
  boolean await(BooleanSupplier reached, Duration limit) throws InterruptedException {
    long start = time.nanoTime();
    TimeSource.Alarm alarm = time.after(limit, this::changed);
    try {
      synchronized (this) {
        while (!reached.getAsBoolean()) {
          if (limit.minusNanos(time.nanoTime() - start).isPositive()) {
            wait();
          } else {
            return false;
          }
        }
        return true;
      }
    } finally {
      alarm.cancel();
    }
  }
}
