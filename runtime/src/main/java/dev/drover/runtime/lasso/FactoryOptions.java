package dev.drover.runtime.lasso;

import dev.drover.api.GroupVersionKind;
import dev.drover.client.TimeSource;
import dev.drover.runtime.ControllerObserver;
import dev.drover.runtime.ControllerOptions;
import dev.drover.runtime.ReconcileTracer;
import dev.drover.runtime.queue.RetryLimiter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Options of a [SharedControllerFactory]: namespaces, workers, resync, observers.
///
/// ```java
/// FactoryOptions.defaults().with(o -> o.namespaces("shop").workers(Pod.KIND.gvk(), 20).onlyChangedObjects())
/// ```
///
/// In Go: {@index lasso controller.SharedControllerFactoryOptions}.
public final class FactoryOptions {
  private static final FactoryOptions DEFAULTS = new FactoryOptions(new Builder());

  private final List<String> namespaces;
  private final ControllerOptions controllers;
  private final int workers;
  private final Map<GroupVersionKind, Integer> kindWorkers;
  private final Duration resync;
  private final boolean onlyChanged;
  private final Duration grace;
  private final TimeSource time;
  private final ControllerObserver observer;
  private final ReconcileTracer tracer;

  private FactoryOptions(Builder from) {
    this.namespaces = List.copyOf(from.namespaces);
    this.controllers = from.controllers;
    this.workers = from.workers;
    this.kindWorkers = Map.copyOf(from.kindWorkers);
    this.resync = from.resync;
    this.onlyChanged = from.onlyChanged;
    this.grace = from.grace;
    this.time = from.time;
    this.observer = from.observer;
    this.tracer = from.tracer;
  }

  /// Lasso's numbers: five workers for each kind; 5 ms after the first failure, twice that after
  /// each further one up to 30 s, two minutes from the 31st; resync every ten hours.
  public static FactoryOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public FactoryOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return new FactoryOptions(builder);
  }

  /// The namespaces whose objects are cached and handled; none = all.
  public List<String> namespaces() {
    return namespaces;
  }

  /// The options of each controller, except its number of workers.
  public ControllerOptions controllers() {
    return controllers;
  }

  /// How many objects of each kind are handled at once, unless [SharedControllerFactory#start(int)]
  /// or [#kindWorkers] says otherwise.
  ///
  /// In Go: {@index lasso controller.SharedControllerFactoryOptions.DefaultWorkers}.
  public int workers() {
    return workers;
  }

  /// How many workers single kinds have.
  public Map<GroupVersionKind, Integer> kindWorkers() {
    return kindWorkers;
  }

  /// How often all objects are handled again; zero = never.
  public Duration resync() {
    return resync;
  }

  /// Whether objects that did not change are left out, those of a resync included.
  public boolean onlyChanged() {
    return onlyChanged;
  }

  /// How long running handlers may take when the factory is closed.
  public Duration grace() {
    return grace;
  }

  /// The time that controllers and caches wait by.
  public TimeSource time() {
    return time;
  }

  /// Observes controllers and their queues.
  public ControllerObserver observer() {
    return observer;
  }

  /// Follows every run of a controller's handlers.
  public ReconcileTracer tracer() {
    return tracer;
  }

  @Override
  public String toString() {
    return "FactoryOptions[namespaces=%s, workers=%d, kindWorkers=%s, resync=%s, onlyChanged=%s]"
        .formatted(namespaces, workers, kindWorkers, resync, onlyChanged);
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private List<String> namespaces = List.of();
    private ControllerOptions controllers =
        ControllerOptions.defaults().with(o -> o.limiter(lassoLimiter()));
    private int workers = 5;
    private final Map<GroupVersionKind, Integer> kindWorkers = new HashMap<>();
    private Duration resync = Duration.ofHours(10);
    private boolean onlyChanged;
    private Duration grace = Duration.ofSeconds(30);
    private TimeSource time = TimeSource.system();
    private ControllerObserver observer = ControllerObserver.NONE;
    private ReconcileTracer tracer = ReconcileTracer.NONE;

    private Builder() {}

    private static RetryLimiter lassoLimiter() {
      return RetryLimiter.maxOf(
          RetryLimiter.fastSlow(Duration.ofMillis(1), Duration.ofMinutes(2), 30),
          RetryLimiter.exponential(Duration.ofMillis(5), Duration.ofSeconds(30)));
    }

    private Builder(FactoryOptions from) {
      namespaces = from.namespaces;
      controllers = from.controllers;
      workers = from.workers;
      kindWorkers.putAll(from.kindWorkers);
      resync = from.resync;
      onlyChanged = from.onlyChanged;
      grace = from.grace;
      time = from.time;
      observer = from.observer;
      tracer = from.tracer;
    }

    /// As [FactoryOptions#namespaces].
    public Builder namespaces(String... names) {
      namespaces = List.of(names);
      return this;
    }

    /// Changes [FactoryOptions#controllers].
    public Builder controllers(Consumer<ControllerOptions.Builder> change) {
      controllers = controllers.with(change);
      return this;
    }

    /// As [FactoryOptions#workers].
    public Builder workers(int number) {
      if (number < 1) {
        throw new IllegalArgumentException("need workers >= 1, got " + number);
      }
      workers = number;
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

    /// As [FactoryOptions#resync].
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

    /// As [FactoryOptions#grace].
    public Builder grace(Duration limit) {
      grace = limit;
      return this;
    }

    /// As [FactoryOptions#time].
    public Builder time(TimeSource keeper) {
      time = keeper;
      return this;
    }

    /// As [FactoryOptions#observer].
    public Builder observer(ControllerObserver ofControllers) {
      observer = ofControllers;
      return this;
    }

    /// As [FactoryOptions#tracer].
    public Builder tracer(ReconcileTracer ofRuns) {
      tracer = ofRuns;
      return this;
    }
  }
}
