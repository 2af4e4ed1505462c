package dev.drover.client;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/// The clock of a program: the time of day, a monotonic clock, and timers.
///
/// ```java
/// var time = new ManualTime();                          // in production: TimeSource.system()
/// var config = ClientConfig.load().with(c -> c.clock(time));
/// ```
///
/// Everything in Drover that waits for time to pass takes a time source, so that a test can move
/// time by hand: see [ManualTime]. Safe for any number of threads.
///
/// In Go: {@index clock.Clock}, {@index clock.WithTicker}.
public interface TimeSource extends InstantSource {
  /// Nanoseconds since some moment; never goes back, also when the time of day does.
  long nanoTime();

  /// Runs `wake` once, when so much time has passed; at once when that is none.
  ///
  /// @param wake must be short and must not wait: all alarms share one thread
  Alarm after(Duration delay, Runnable wake);

  /// The system's time.
  static TimeSource system() {
    return SystemTime.INSTANCE;
  }

  /// Waits until so much time has passed.
  default void sleep(Duration duration) throws InterruptedException {
    if (!duration.isPositive()) {
      return;
    }
    CountDownLatch over = new CountDownLatch(1);
    Alarm alarm = after(duration, over::countDown);
    try {
      over.await();
    } finally {
      alarm.cancel();
    }
  }

  /// A timer that was set.
  @FunctionalInterface
  interface Alarm {
    /// Cancels the timer; does nothing if it has gone off.
    void cancel();
  }
}
