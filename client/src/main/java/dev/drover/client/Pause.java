package dev.drover.client;

import java.time.Duration;

/// Blocks the calling thread for a time. Tests replace it.
@FunctionalInterface
interface Pause {
  Pause REAL = Thread::sleep;

  void sleep(Duration duration) throws InterruptedException;
}
