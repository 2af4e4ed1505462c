package dev.drover.runtime;

import dev.drover.api.GroupVersionKind;
import dev.drover.client.Timekeeper;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// How a [SharedControllerFactory] works.
///
/// ```java
/// FactoryOptions.DEFAULT.with(o -> o.namespaces("shop").workers(Pod.KIND.gvk(), 20).onlyChangedObjects())
/// ```
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
/// @param tracer follows every call of a controller's handlers
public record FactoryOptions(
    List<String> namespaces,
    ControllerOptions controllers,
    Map<GroupVersionKind, Integer> kindWorkers,
    Duration resync,
    boolean onlyChanged,
    Duration grace,
    Timekeeper time,
    ControllerObserver observer,
    ReconcileTracer tracer) {
  /// Lasso's numbers: 5 ms after the first failure, twice that after each further one up to 30 s,
  /// two minutes from the 31st; resync every ten hours.
  public static final FactoryOptions DEFAULT = new Builder().build();

  /// Copies lists and maps.
  public FactoryOptions {
    namespaces = List.copyOf(namespaces);
    kindWorkers = Map.copyOf(kindWorkers);
  }

  /// A changed copy.
  public FactoryOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /// Builds options.
  public static final class Builder {
    private List<String> namespaces = List.of();
    private ControllerOptions controllers =
        ControllerOptions.DEFAULT.with(o -> o.limiter(lassoLimiter()));
    private final Map<GroupVersionKind, Integer> kindWorkers = new HashMap<>();
    private Duration resync = Duration.ofHours(10);
    private boolean onlyChanged;
    private Duration grace = Duration.ofSeconds(30);
    private Timekeeper time = Timekeeper.system();
    private ControllerObserver observer = ControllerObserver.NONE;
    private ReconcileTracer tracer = ReconcileTracer.NONE;

    private Builder() {}

    private static RateLimiter lassoLimiter() {
      return RateLimiter.maxOf(
          RateLimiter.fastSlow(Duration.ofMillis(1), Duration.ofMinutes(2), 30),
          RateLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(30)));
    }

    private Builder(FactoryOptions from) {
      namespaces = from.namespaces;
      controllers = from.controllers;
      kindWorkers.putAll(from.kindWorkers);
      resync = from.resync;
      onlyChanged = from.onlyChanged;
      grace = from.grace;
      time = from.time;
      observer = from.observer;
      tracer = from.tracer;
    }

    /// Only objects of these namespaces are cached and handled; none = of all.
    public Builder namespaces(String... names) {
      namespaces = List.of(names);
      return this;
    }

    /// How each controller works; the number of workers comes from `start`.
    public Builder controllers(Consumer<ControllerOptions.Builder> change) {
      controllers = controllers.with(change);
      return this;
    }

    /// How many workers a kind has, in place of what `start` says.
    ///
    /// In Go: {@index lasso controller.SharedControllerFactoryOptions.KindWorkers}.
    public Builder workers(GroupVersionKind kind, int number) {
      if (number < 1) {
        throw new IllegalArgumentException("need workers >= 1, got " + number + " for " + kind);
      }
      kindWorkers.put(kind, number);
      return this;
    }

    /// How often all objects are handled again; zero = never.
    public Builder resync(Duration period) {
      resync = period;
      return this;
    }

    /// Objects that did not change are not handled again, those of a resync included.
    ///
    /// In Go: {@index lasso controller.SyncOnlyChangedObjects}.
    public Builder onlyChangedObjects() {
      onlyChanged = true;
      return this;
    }

    /// How long running handlers may take at the end.
    public Builder grace(Duration limit) {
      grace = limit;
      return this;
    }

    /// What waits, waits by this.
    public Builder time(Timekeeper keeper) {
      time = keeper;
      return this;
    }

    /// Who is told what controllers and their queues do.
    public Builder observer(ControllerObserver ofControllers) {
      observer = ofControllers;
      return this;
    }

    /// Who follows every call of a controller's handlers.
    public Builder tracer(ReconcileTracer ofRuns) {
      tracer = ofRuns;
      return this;
    }

    private FactoryOptions build() {
      return new FactoryOptions(
          namespaces, controllers, kindWorkers, resync, onlyChanged, grace, time, observer, tracer);
    }
  }
}
