package dev.drover.runtime;

import dev.drover.api.GroupVersionKind;
import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How a [SharedControllerFactory] works.
///
/// In Go: {@index lasso controller.SharedControllerFactoryOptions}.
///
/// @param namespaces whose objects are cached; none = all
/// @param controllers how each controller works; the number of workers comes from `start`
/// @param kindWorkers how many workers a kind has, in place of what `start` says
/// @param resync how often all objects are handled again
/// @param onlyChanged whether objects that did not change are left out, those of a resync too
/// @param grace how long running handlers may take at the end
/// @param time what waits, waits by it
/// @param observer is told what controllers and their queues do
public record FactoryOptions(
    List<String> namespaces,
    ControllerOptions controllers,
    Map<GroupVersionKind, Integer> kindWorkers,
    Duration resync,
    boolean onlyChanged,
    Duration grace,
    Timekeeper time,
    ControllerObserver observer) {
  /// Lasso's numbers: 5 ms after the first failure, twice that after each further one up to 30 s,
  /// two minutes from the 31st; resync every ten hours.
  public static final FactoryOptions DEFAULT =
      new FactoryOptions(
          List.of(),
          ControllerOptions.DEFAULT.withLimiter(
              RateLimiter.maxOf(
                  RateLimiter.fastSlow(Duration.ofMillis(1), Duration.ofMinutes(2), 30),
                  RateLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(30)))),
          Map.of(),
          Duration.ofHours(10),
          false,
          Duration.ofSeconds(30),
          Timekeeper.system(),
          ControllerObserver.NONE);

  /// Copies lists and maps.
  public FactoryOptions {
    namespaces = List.copyOf(namespaces);
    kindWorkers = Map.copyOf(kindWorkers);
  }

  /// A copy for these namespaces.
  public FactoryOptions inNamespaces(String... names) {
    return new FactoryOptions(
        List.of(names), controllers, kindWorkers, resync, onlyChanged, grace, time, observer);
  }

  /// A copy in which a kind has so many workers.
  public FactoryOptions withWorkers(GroupVersionKind kind, int number) {
    Map<GroupVersionKind, Integer> more = new HashMap<>(kindWorkers);
    more.put(kind, number);
    return new FactoryOptions(
        namespaces, controllers, more, resync, onlyChanged, grace, time, observer);
  }

  /// A copy with other controllers.
  public FactoryOptions withControllers(ControllerOptions changed) {
    return new FactoryOptions(
        namespaces, changed, kindWorkers, resync, onlyChanged, grace, time, observer);
  }

  /// A copy in which objects that did not change are not handled again.
  ///
  /// In Go: {@index lasso controller.SyncOnlyChangedObjects}.
  public FactoryOptions onlyChangedObjects() {
    return new FactoryOptions(
        namespaces, controllers, kindWorkers, resync, true, grace, time, observer);
  }

  /// A copy that lives by another time.
  public FactoryOptions withTime(Timekeeper changed) {
    return new FactoryOptions(
        namespaces, controllers, kindWorkers, resync, onlyChanged, grace, changed, observer);
  }
}
