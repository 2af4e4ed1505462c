package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.client.TimeSource;
import dev.drover.informer.InformerState.Phase;
import dev.drover.informer.store.SnapshotStore;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The life of an informer: what it starts, keeps going and ends.
///
/// ```
///          start                      close
///   NEW ─────────▶ STARTED ─────────────────────▶ STOPPED        never started again
///                  sources · resync alarm · handlers
/// ```
///
/// Any number of threads.
final class InformerLifecycle<T extends KubernetesObject> {
  private static final Logger LOG = LoggerFactory.getLogger(InformerLifecycle.class);

  private final String name;
  private final CacheOptions<T> options;
  private final Function<CacheScope, ListerWatcher<T>> listerWatchers;
  private final KindAvailability presence;
  private final Reachability reachability;
  private final TimeSource time;
  private final SnapshotStore<T> store;
  private final Broadcaster<T> broadcaster;
  private final Applier<T> applier;
  private final Reporter reporter;

  private final Lifecycle threads;
  private final Object life = new Object();
  private WatchErrorHandler watchErrorHandler; // guarded by life
  private UnaryOperator<T> transform; // guarded by life
  private volatile Phase phase = Phase.NEW; // changed under life
  private volatile List<Source<T>> sources = List.of(); // set once, by the start
  private TimeSource.@Nullable Alarm nextResync; // guarded by life

  InformerLifecycle(
      String name,
      CacheOptions<T> options,
      Function<CacheScope, ListerWatcher<T>> listerWatchers,
      KindAvailability presence,
      Reachability reachability,
      SnapshotStore<T> store,
      Broadcaster<T> broadcaster,
      Reporter reporter) {
    this.name = name;
    this.threads =
        new Lifecycle(name, e -> LOG.error("informer of {}: a thread failed and ended", name, e));
    this.options = options;
    this.listerWatchers = listerWatchers;
    this.presence = presence;
    this.reachability = reachability;
    this.time = options.time();
    this.store = store;
    this.broadcaster = broadcaster;
    this.applier = new Applier<>(store, broadcaster, reporter);
    this.reporter = reporter;
    this.transform = options.transform();
    this.watchErrorHandler = options.reflector().errorHandler();
  }

  Phase phase() {
    return phase;
  }

  boolean isStopped() {
    return phase == Phase.STOPPED;
  }

  /// The threads of this informer.
  Lifecycle threads() {
    return threads;
  }

  /// One for each scope of the options; none before the start.
  List<Source<T>> sources() {
    return sources;
  }

  /// @throws IllegalStateException after the start
  void watchErrorHandler(WatchErrorHandler handler) {
    synchronized (life) {
      requireNew("the handler of watch errors");
      watchErrorHandler = handler;
    }
  }

  /// @throws IllegalStateException after the start
  void transform(UnaryOperator<T> changed) {
    synchronized (life) {
      requireNew("the transform");
      transform = changed;
    }
  }

  private void requireNew(String what) {
    if (phase != Phase.NEW) {
      throw new IllegalStateException(name + " was started: it is too late to set " + what);
    }
  }

  /// Nothing when it was started already.
  ///
  /// @throws IllegalStateException when it has stopped
  void start() {
    if (!startUnlessStopped()) {
      throw new IllegalStateException(name + " has stopped and cannot be started again");
    }
  }

  /// Nothing when it was started already; false when it has stopped.
  boolean startUnlessStopped() {
    synchronized (life) {
      if (phase == Phase.NEW) {
        begin();
      }
      return phase == Phase.STARTED;
    }
  }

  private void begin() {
    phase = Phase.STARTED;
    long start = time.nanoTime();
    sources = makeSources();
    applier.start(sources);
    resyncEvery(broadcaster.start());
    for (Source<T> source : sources) {
      source.start(
          threads,
          suffixOf(source),
          deltas -> {
            if (applier.apply(source, deltas)) {
              reporter.synced(Duration.ofNanos(time.nanoTime() - start));
            }
          });
    }
  }

  private List<Source<T>> makeSources() {
    return options.scopes().stream().map(this::makeSource).toList();
  }

  private Source<T> makeSource(CacheScope scope) {
    WatchErrorHandler told = watchErrorHandler;
    UnaryOperator<T> change = transform;
    ReflectorOptions<T> how =
        options
            .reflector()
            .with(
                o ->
                    o.transform(change)
                        .time(time)
                        .resyncPeriod(Duration.ZERO) // the informer does that itself
                        .knownObjects(store::get)
                        .reachability(reachability)
                        .presence(presence)
                        .errorHandler(
                            (reflector, error) -> {
                              reporter.sourceFailed(error);
                              told.failed(reflector, error);
                            }));
    return new Source<>(nameOf(scope), scope, listerWatchers.apply(scope), how);
  }

  private String suffixOf(Source<T> source) {
    if (sources.size() == 1) {
      return "";
    }
    return source.namespace().isEmpty() ? " other namespaces" : " " + source.namespace();
  }

  private String nameOf(CacheScope scope) {
    if (options.scopes().size() == 1) {
      return name;
    }
    return scope.namespace().isEmpty()
        ? name + " (other namespaces)"
        : name + " (namespace " + scope.namespace() + ")";
  }

  private void resyncEvery(Duration period) {
    if (period.isZero() || phase != Phase.STARTED) {
      return;
    }
    nextResync = time.after(period, () -> startResync(period));
  }

  /// Alarms must be short, so the work is another thread's.
  private void startResync(Duration period) {
    synchronized (life) {
      if (phase == Phase.STARTED) {
        threads.fork("resync", () -> resync(period));
      }
    }
  }

  private void resync(Duration period) {
    if (!isStopped() && broadcaster.isResyncDue(time.nanoTime())) {
      applier.resync();
    }
    synchronized (life) {
      resyncEvery(period);
    }
  }

  /// Tells everything to end; nothing when it has ended already.
  ///
  /// @return what is left to be done
  ShutdownWait stop() {
    synchronized (life) {
      if (phase == Phase.STOPPED) {
        return ShutdownWait.none(name);
      }
      phase = Phase.STOPPED;
      if (nextResync != null) {
        nextResync.cancel();
      }
    }
    sources.forEach(Source::stop);
    broadcaster.stop();
    List<Thread> ending = threads.interrupt();
    broadcaster.monitor().changed();
    return new ShutdownWait(name, ending, reporter::stopped);
  }
}
