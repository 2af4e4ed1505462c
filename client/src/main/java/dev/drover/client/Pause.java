package dev.drover.client;

import java.time.Duration;

/// Waiting, as a thing that tests can replace.
@FunctionalInterface
interface Pause {
  Pause REAL = Thread::sleep;

  void sleep(Duration duration) throws InterruptedException;
}
