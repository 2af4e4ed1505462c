package dev.drover.runtime;

import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.List;

/// How a manager works.
///
/// In Go: {@index manager.Options}, {@index cluster.Options}.
///
/// @param namespaces whose objects are cached and watched; none = all
/// @param controllers how controllers work that say nothing else
/// @param grace how long running reconciles may take when the manager stops
/// @param syncTimeout how long caches may take at the start
/// @param time what waits, waits by it
/// @param observer is told what controllers do
/// @param queueObserver is told what their queues do
public record ManagerOptions(
    List<String> namespaces,
    ControllerOptions controllers,
    Duration grace,
    Duration syncTimeout,
    Timekeeper time,
    ControllerObserver observer,
    QueueObserver queueObserver) {
  /// All namespaces; half a minute to stop, two minutes to start.
  public static final ManagerOptions DEFAULT =
      new ManagerOptions(
          List.of(),
          ControllerOptions.DEFAULT,
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Timekeeper.system(),
          ControllerObserver.NONE,
          QueueObserver.NONE);

  /// Copies the names.
  public ManagerOptions {
    namespaces = List.copyOf(namespaces);
  }

  /// A copy for these namespaces.
  public ManagerOptions inNamespaces(String... names) {
    return new ManagerOptions(
        List.of(names), controllers, grace, syncTimeout, time, observer, queueObserver);
  }

  /// A copy with other defaults for controllers.
  public ManagerOptions withControllers(ControllerOptions changed) {
    return new ManagerOptions(
        namespaces, changed, grace, syncTimeout, time, observer, queueObserver);
  }

  /// A copy that stops within this time.
  public ManagerOptions withGrace(Duration changed) {
    return new ManagerOptions(
        namespaces, controllers, changed, syncTimeout, time, observer, queueObserver);
  }

  /// A copy whose caches may take so long at the start.
  public ManagerOptions withSyncTimeout(Duration changed) {
    return new ManagerOptions(
        namespaces, controllers, grace, changed, time, observer, queueObserver);
  }

  /// A copy that lives by another time.
  public ManagerOptions withTime(Timekeeper changed) {
    return new ManagerOptions(
        namespaces, controllers, grace, syncTimeout, changed, observer, queueObserver);
  }

  /// A copy that tells others what its controllers do.
  public ManagerOptions withObservers(ControllerObserver ofControllers, QueueObserver ofQueues) {
    return new ManagerOptions(
        namespaces, controllers, grace, syncTimeout, time, ofControllers, ofQueues);
  }
}
