package dev.drover.recipes;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// The time between two runs of work that is done again and again.
///
/// By an alarm: [TimeSource#sleep] may return at once where a test lets clients reconnect without a
/// delay, and the work would never end.
final class Pause {
  private Pause() {}

  /// Waits until so much time has passed.
  static void of(Duration length, TimeSource time) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    TimeSource.Alarm alarm = time.after(length, over::countDown);
    try {
      over.await();
    } finally {
      alarm.cancel();
    }
  }
}
