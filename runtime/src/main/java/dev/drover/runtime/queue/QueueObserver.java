package dev.drover.runtime.queue;

import java.time.Duration;

/// Receives what happens in a [WorkQueue], for metrics. Each method names the metrics of client-go
/// that are made from it.
///
/// ```java
/// QueueObserver depth = new QueueObserver() {
///   @Override public void added(int priority) { gauge.increment(); }
///   @Override public void taken(int priority, Duration waited) { gauge.decrement(); }
/// };
/// ```
///
/// Called by the threads that use the queue, any number at once, with no lock held; a slow observer
/// slows them down. Calls of one thread arrive in order, those of several threads in any.
///
/// In Go: {@index workqueue.MetricsProvider}.
public interface QueueObserver {
  /// Does nothing.
  QueueObserver NONE = new QueueObserver() {};

  /// A queue was created. `running` can be read at any time; the queue keeps it alive, so that an
  /// observer may refer to it weakly.
  default void opened(RunningWork running) {}

  /// The keys that are with workers now.
  interface RunningWork {
    /// The time that all of them have been with their workers, taken together:
    /// `workqueue_unfinished_work_seconds`.
    Duration total();

    /// The time of the longest running one: `workqueue_longest_running_processor_seconds`.
    Duration longest();
  }

  /// A key now waits to be handed out: `workqueue_adds_total`, one more in `workqueue_depth`.
  default void added(int priority) {}

  /// A waiting key got a higher priority: moves in `workqueue_depth`.
  default void raised(int from, int to) {}

  /// A key was handed out: one less in `workqueue_depth`.
  ///
  /// @param waited `workqueue_queue_duration_seconds`
  default void taken(int priority, Duration waited) {}

  /// A worker is done with a key.
  ///
  /// @param worked `workqueue_work_duration_seconds`
  default void done(Duration worked) {}

  /// A key was added for a retry: `workqueue_retries_total`.
  default void retried() {}

  /// A key failed more often than is allowed and was dropped.
  default void givenUp() {}

  /// Keys that waited were dropped because the queue closed: so many less in `workqueue_depth`.
  default void dropped(int priority) {}
}
