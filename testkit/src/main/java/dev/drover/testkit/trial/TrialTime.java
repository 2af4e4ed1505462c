package dev.drover.testkit.trial;

import dev.drover.client.ManualTime;
import dev.drover.client.TimeSource;
import java.time.Duration;
import java.time.Instant;

/// The clock of a trial: back-offs and timers fire when the trial advances it, and short sleeps
/// last a thousandth of their length. Any number of threads.
///
/// Short sleeps are those of informers that list or connect again. Such a thread has nothing that
/// the trial could wait for while it sleeps, so it sleeps in real time: the first pause after a
/// failure is about a millisecond, and the back-off grows, so that a list which fails for ever, as
/// that of a kind which is not installed, is repeated about thirty times a second.
final class TrialTime implements TimeSource {
  private static final Duration SHORT = Duration.ofMinutes(1);
  private static final int FASTER = 1000; // than real time

  private final ManualTime time = new ManualTime();

  @Override
  public Instant instant() {
    return time.instant();
  }

  @Override
  public long nanoTime() {
    return time.nanoTime();
  }

  @Override
  public Alarm after(Duration delay, Runnable wake) {
    return time.after(delay, wake);
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    if (duration.compareTo(SHORT) > 0) {
      time.sleep(duration);
    } else {
      TimeSource.system().sleep(duration.dividedBy(FASTER));
    }
  }

  /// Moves on to the next alarm.
  ///
  /// @return whether there was one
  boolean advance() {
    return time.advanceToNext().isPositive();
  }
}
