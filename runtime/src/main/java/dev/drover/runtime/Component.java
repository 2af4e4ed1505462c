package dev.drover.runtime;

import java.time.Duration;

/// A part of a manager that is started and stopped with it.
///
/// ```java
/// manager.add(Phase.LEADER, Component.of("nightly report", () -> {
///   while (true) {
///     report();
///     Thread.sleep(Duration.ofDays(1));                    // ends by interruption
///   }
/// }));
/// ```
///
/// In Go: {@index manager.Runnable}, {@index manager.LeaderElectionRunnable}.
public interface Component {
  /// What logs and errors call it.
  String name();

  /// Starts it; returns when it works.
  ///
  /// @throws Exception when it cannot; the manager stops then
  void start() throws Exception;

  /// Stops it; called once, also when [#start] has failed.
  ///
  /// @param grace how long it may take to finish what it has begun
  /// @throws Exception what went wrong; the manager stops the rest
  void stop(Duration grace) throws Exception;

  /// Work that runs on a thread of its own until it is interrupted.
  ///
  /// @param task must end when its thread is interrupted
  static Component of(String name, Task task) {
    return new TaskComponent(name, task);
  }

  /// Work that runs until it is interrupted.
  @FunctionalInterface
  interface Task {
    /// Works. An exception that is not caused by an interruption stops the manager; a task that
    /// wants to go on catches it.
    void run() throws Exception;
  }
}
