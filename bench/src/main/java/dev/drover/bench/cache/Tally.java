package dev.drover.bench.cache;

import dev.drover.bench.harness.ForkEnd;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Counts the events of a handler, with their times. One thread at a time.
public final class Tally {
  private final int wanted;
  private final long startVersion;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile int seen;
  private boolean inOrder = true;
  private long last;
  private long firstNanos;
  private long middleNanos;
  private long lastNanos;
  private Duration middleCpu = Duration.ZERO;
  private Duration lastCpu = Duration.ZERO;

  /// @param startVersion the resource version before the first event; each event has the next one
  public Tally(int wanted, long startVersion) {
    this.wanted = wanted;
    this.startVersion = startVersion;
    this.last = startVersion;
  }

  /// Counts nothing of interest: for runs that do not measure events.
  public static Tally none() {
    return new Tally(Integer.MAX_VALUE, 0);
  }

  /// Whether there is anything to count.
  boolean isWanted() {
    return wanted != Integer.MAX_VALUE;
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer
  void count(String resourceVersion) {
    if (last == startVersion) {
      firstNanos = System.nanoTime();
    }
    long version = Long.parseLong(resourceVersion);
    inOrder &= version == last + 1;
    last = version;
    int now = seen + 1;
    if (now == wanted / 2) {
      middleNanos = System.nanoTime();
      middleCpu = ForkEnd.cpu();
    } else if (now == wanted) {
      lastNanos = System.nanoTime();
      lastCpu = ForkEnd.cpu();
    }
    seen = now;
    if (now == wanted) {
      ended.countDown();
    }
  }

  /// @throws IllegalStateException when they do not come in time
  public void await(Duration limit) throws InterruptedException {
    if (!ended.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("saw " + seen + " of " + wanted + " events");
    }
  }

  public int seen() {
    return seen;
  }

  /// Whether no event was left out, doubled or late.
  public boolean isInOrder() {
    return inOrder;
  }

  public double perSecond() {
    return wanted * 1e9 / (lastNanos - firstNanos);
  }

  /// The rate of the second half, when a JVM is warm.
  public double latePerSecond() {
    return (wanted - wanted / 2) * 1e9 / (lastNanos - middleNanos);
  }

  /// The microseconds of CPU for each event of the second half, all threads.
  public double lateCpuMicros() {
    return lastCpu.minus(middleCpu).toNanos() / 1e3 / (wanted - wanted / 2);
  }
}
