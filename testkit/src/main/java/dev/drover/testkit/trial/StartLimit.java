package dev.drover.testkit.trial;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ends the start of a process that waits for what never comes, such as the cache of a kind that
/// nothing installed: the time of a trial stands still meanwhile, and so do all limits.
///
/// After a while of real time the trial's time advances, alarm by alarm, until the start has ended.
/// So it fails with the message that it has without a trial.
///
/// ```java
/// try (StartLimit _ = StartLimit.of(Duration.ofMinutes(1), time)) {
///   manager.start();
/// }
/// ```
final class StartLimit implements AutoCloseable {
  private static final Duration STEP = Duration.ofMillis(10);

  private final CountDownLatch ended = new CountDownLatch(1);

  private StartLimit() {}

  /// @param limit of real time
  /// @param time advances when the limit is over
  static StartLimit of(Duration limit, TrialTime time) {
    StartLimit start = new StartLimit();
    Thread.ofVirtual().name("drover/trial/start-limit").start(() -> start.watch(limit, time));
    return start;
  }

  private void watch(Duration limit, TrialTime time) {
    try {
      boolean isOver = ended.await(limit.toMillis(), TimeUnit.MILLISECONDS);
      while (!isOver) {
        time.advance();
        isOver = ended.await(STEP.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended.countDown();
  }
}
