package dev.drover.client;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/// The time a program lives by: what time it is, and being woken later.
///
/// Everything in Drover that waits for time to pass asks a timekeeper, so that a test can move time
/// by hand: see [ManualTime]. Safe for any number of threads.
///
/// In Go: {@index clock.Clock}, {@index clock.WithTicker}.
public interface Timekeeper extends InstantSource {
  /// Nanoseconds since some moment; never goes back, whatever becomes of the clock on the wall.
  long nanoTime();

  /// Runs `wake` once, when so much time has passed; at once when that is none.
  ///
  /// @param wake must be short and must not wait: all alarms share one thread
  Alarm after(Duration delay, Runnable wake);

  /// The system's time.
  static Timekeeper system() {
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

  /// Something that is going to happen.
  @FunctionalInterface
  interface Alarm {
    /// It shall not happen any more; nothing when it has happened already.
    void cancel();
  }
}
