package dev.drover.testkit.trial;

import dev.drover.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/// The time of a leader election in a trial: it stands still, so a lease never expires and a leader
/// need not renew it. A candidate tries again after a moment of the system's time. One election.
final class ElectionTime implements TimeSource {
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final int FOLLOWS = 3; // tries that failed, of which a plan explains at most two

  private final BooleanSupplier leads;
  private final AtomicInteger tries = new AtomicInteger();

  /// @param leads whether the election is won
  ElectionTime(BooleanSupplier leads) {
    this.leads = leads;
  }

  /// Whether the election is over: won, or lost to another process.
  boolean isDecided() {
    return leads.getAsBoolean() || tries.get() > FOLLOWS;
  }

  @Override
  public Instant instant() {
    return Instant.EPOCH;
  }

  @Override
  public long nanoTime() {
    return 0;
  }

  @Override
  public Alarm after(Duration delay, Runnable wake) {
    return () -> {};
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    if (leads.getAsBoolean()) {
      new CountDownLatch(1).await(); // until the process ends
    }
    int _ = tries.incrementAndGet();
    TimeSource.system().sleep(PAUSE);
  }
}
