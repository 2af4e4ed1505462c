package dev.drover.runtime;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/// Waits for what tells nobody when it happens.
final class Eventually {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private Eventually() {}

  static void holds(String what, Callable<Boolean> condition) throws Exception {
    long begin = System.nanoTime();
    while (!condition.call()) {
      if (System.nanoTime() - begin > LIMIT.toNanos()) {
        throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + what);
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }
}
