package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The time that several parts have together to stop. It begins when this is made.
final class GracePeriod {
  private static final Logger LOG = LoggerFactory.getLogger(GracePeriod.class);

  private final Duration grace;
  private final Timekeeper time;
  private final long begin;

  GracePeriod(Duration grace, Timekeeper time) {
    this.grace = grace;
    this.time = time;
    this.begin = time.nanoTime();
  }

  /// The end of a part.
  @FunctionalInterface
  interface Stop {
    void within(Duration limit) throws Exception;
  }

  /// Stops a part within what is left. Whatever happens, the next one is stopped too.
  void stop(String name, Stop stop) {
    Duration left = grace.minusNanos(time.nanoTime() - begin);
    try {
      stop.within(left.isPositive() ? left : Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the rest stops without waiting
    } catch (Exception e) {
      LOG.warn("{} did not stop well", name, e);
    }
  }
}
