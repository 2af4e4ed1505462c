package dev.drover.informer;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of an informer that was told to stop: its threads have still to be waited for.
///
/// @param informer what it is called
/// @param threads that end by themselves
/// @param over what to do when they have
record Farewell(String informer, List<Thread> threads, Runnable over) {
  private static final Logger LOG = LoggerFactory.getLogger(SharedIndexInformer.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// Of an informer that has ended already.
  static Farewell none(String informer) {
    return new Farewell(informer, List.of(), () -> {});
  }

  /// Returns when all threads have ended, or after some seconds; who is still there then is logged.
  /// The thread that calls is not waited for.
  static void say(List<Farewell> all) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (Farewell one : all) {
      try {
        one.join(end);
      } catch (InterruptedException e) {
        // Whoever closes is in a hurry; the threads end by themselves.
        Thread.currentThread().interrupt();
      }
      one.over.run();
    }
  }

  private void join(long end) throws InterruptedException {
    for (Thread thread : threads) {
      if (thread == Thread.currentThread()) {
        continue;
      }
      Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      if (!thread.join(left)) {
        LOG.warn("{}: thread '{}' does not end", informer, thread.getName());
      }
    }
  }
}
