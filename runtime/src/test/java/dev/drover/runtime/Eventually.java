package dev.drover.runtime;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Polls a condition that has no event to wait for, up to a limit.
final class Eventually {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Eventually() {}

  static void holds(String what, Callable<Boolean> condition) throws Exception {
    holds(LIMIT, () -> what, condition);
  }

  /// @param what does not hold; asked when the time is over
  static void holds(Duration limit, Supplier<String> what, Callable<Boolean> condition)
      throws Exception {
    long begin = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - begin > limit.toNanos()) {
        throw new AssertionError("not within " + limit.toSeconds() + " s: " + what.get());
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }
}
