package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The time that several parts have together to stop. It begins when this is made. One thread.
final class GracePeriod {
  private final Duration grace;
  private final Timekeeper time;
  private final long begin;
  private final List<StopException.Failure> failures = new ArrayList<>();

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

  /// Stops a part within what is left. A failure is kept, so that the next part is stopped too.
  void stop(String name, Stop stop) {
    Duration left = grace.minusNanos(time.nanoTime() - begin);
    try {
      stop.within(left.isPositive() ? left : Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the rest stops without waiting
      failures.add(new StopException.Failure(name, new IllegalStateException("interrupted", e)));
    } catch (Exception e) {
      failures.add(new StopException.Failure(name, e));
    }
  }

  /// The parts that did not stop, in the order in which they were stopped.
  List<StopException.Failure> failures() {
    return List.copyOf(failures);
  }
}
