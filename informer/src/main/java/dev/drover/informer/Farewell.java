package dev.drover.informer;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits for threads that were told to end.
final class Farewell {
  private static final Logger LOG = LoggerFactory.getLogger(SharedIndexInformer.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Farewell() {}

  /// Returns when they have ended, or after some seconds; who is still there then is logged. The
  /// thread that calls is not waited for.
  static void say(String informer, List<Thread> threads) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      for (Thread thread : threads) {
        if (thread == Thread.currentThread()) {
          continue;
        }
        Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
        if (!thread.join(left)) {
          LOG.warn("{}: thread '{}' does not end", informer, thread.getName());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread()
          .interrupt(); // whoever closes is in a hurry; the threads end by themselves
    }
  }
}
