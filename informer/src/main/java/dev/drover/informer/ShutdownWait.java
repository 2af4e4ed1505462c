package dev.drover.informer;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The threads of an informer that was stopped: they have been interrupted and have to be joined.
///
/// @param informer the name of the informer
/// @param threads that end by themselves
/// @param over runs after they have ended
record ShutdownWait(String informer, List<Thread> threads, Runnable over) {
  private static final Logger LOG = LoggerFactory.getLogger(SharedIndexInformer.class);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /// For an informer that has ended already.
  static ShutdownWait none(String informer) {
    return new ShutdownWait(informer, List.of(), () -> {});
  }

  /// Returns when all threads have ended, or after ten seconds; threads that are still there then
  /// are logged.
  static void await(List<ShutdownWait> all) {
    long end = System.nanoTime() + LIMIT.toNanos();
    for (ShutdownWait one : all) {
      try {
        one.join(end);
      } catch (InterruptedException e) {
        // The closing thread must not wait any more; the threads end by themselves.
        Thread.currentThread().interrupt();
      }
      one.over.run();
    }
  }

  private void join(long end) throws InterruptedException {
    for (Thread thread : threads) {
      Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      if (!thread.join(left)) {
        LOG.warn(
            "informer {}: thread {} has not ended within {} although it was interrupted",
            informer,
            thread.getName(),
            LIMIT);
      }
    }
  }
}
