package dev.drover.testkit.trial;

import org.jspecify.annotations.Nullable;

/// Interrupts the wait of a run's thread after an event that would leave the wait without an end: a
/// process crashed, or a violation was found. Any number of threads.
final class WaitInterrupter {
  private @Nullable Thread waiting; // guarded by this
  private boolean alarmed; // guarded by this

  /// Something that waits.
  @FunctionalInterface
  interface Wait {
    void run() throws Exception;
  }

  /// Wakes the thread that waits; if none does, the next wait ends at once.
  synchronized void alarm() {
    alarmed = true;
    if (waiting != null) {
      waiting.interrupt();
    }
  }

  /// Forgets an alarm.
  synchronized void reset() {
    alarmed = false;
  }

  /// Waits, until there is an alarm.
  ///
  /// @throws IllegalStateException if the wait failed by itself
  void guard(Wait wait) {
    synchronized (this) {
      if (alarmed) {
        alarmed = false;
        return;
      }
      waiting = Thread.currentThread();
    }
    try {
      wait.run();
    } catch (Exception e) {
      if (!isAlarmed()) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        throw e instanceof RuntimeException same ? same : new IllegalStateException(e);
      }
    } finally {
      synchronized (this) {
        waiting = null;
        if (alarmed) {
          alarmed = false;
          var _ = Thread.interrupted(); // it was meant for the wait
        }
      }
    }
  }

  private synchronized boolean isAlarmed() {
    return alarmed;
  }
}
