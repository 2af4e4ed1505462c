package dev.drover.runtime;

import java.time.Duration;

/// Is told what happens in a [WorkQueue], for metrics. Each method names the metrics of client-go
/// that are made from it; `workqueue_unfinished_work_seconds` and
/// `workqueue_longest_running_processor_seconds` are asked for, see [WorkQueue#unfinishedWork].
///
/// Called by the threads that use the queue, any number at once, with no lock held; a slow observer
/// slows them down. What one thread causes arrives in order, what several cause in any.
///
/// In Go: {@index workqueue.MetricsProvider}.
public interface QueueObserver {
  /// Wants to know nothing.
  QueueObserver NONE = new QueueObserver() {};

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

  /// A key shall come again later: `workqueue_retries_total`.
  default void retried() {}

  /// A key failed more often than is allowed and was dropped.
  default void givenUp() {}

  /// Keys that waited were dropped because the queue closed: so many less in `workqueue_depth`.
  default void dropped(int priority) {}
}
