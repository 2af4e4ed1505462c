package dev.drover.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Repeats assertions until they hold, for ten seconds at most.
final class Eventually {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private Eventually() {}

  /// Assertions about a state that is reached soon.
  @FunctionalInterface
  interface Assertions {
    void run() throws Exception;
  }

  static void await(Assertions assertions) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      try {
        assertions.run();
        return;
      } catch (AssertionError e) {
        if (System.nanoTime() - end > 0) {
          throw e;
        }
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    }
  }
}
