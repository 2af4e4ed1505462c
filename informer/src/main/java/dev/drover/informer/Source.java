package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.informer.classic.ChangeQueue;
import dev.drover.informer.classic.Delta;
import dev.drover.informer.classic.KeyFunction;
import dev.drover.informer.classic.QueueClosedException;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A list and watch that feeds an informer, with its two threads: the reflector reads from the
/// server into a queue, the applier moves changes from the queue into the store.
final class Source<T extends KubernetesObject> {
  private static final Logger LOG = LoggerFactory.getLogger(Source.class);
  private static final ScopedValue<Boolean> FEEDING = ScopedValue.newInstance();

  private final CacheScope scope;
  private final ChangeQueue<T> queue =
      new ChangeQueue<T>(KeyFunction.namespaceAndName()).batching();
  private final Reflector<T> reflector;
  private volatile String version = "";
  private volatile boolean listed;
  private volatile boolean stopped;

  Source(
      String informer,
      CacheScope scope,
      ListerWatcher<T> listerWatcher,
      ReflectorOptions<T> options) {
    this.scope = scope;
    this.reflector = Reflector.of(informer, listerWatcher, queue, options);
  }

  String namespace() {
    return scope.namespace();
  }

  Reflector<T> reflector() {
    return reflector;
  }

  /// Whether an object is one of this source's.
  boolean owns(ObjectKey key) {
    return scope.covers(key.namespace());
  }

  /// Whether a whole list has reached the store.
  boolean isListed() {
    return listed;
  }

  /// Up to which version changes have reached the store.
  String version() {
    return version;
  }

  /// Changes have reached the store.
  void reached(String newVersion, boolean byList) {
    version = newVersion;
    listed |= byList;
  }

  /// @param threads of the informer
  /// @param suffix of the names of the threads
  /// @param apply brings changes into the store
  void start(Lifecycle threads, String suffix, Consumer<List<Delta<T>>> apply) {
    threads.fork("applier" + suffix, feeding(() -> applyAll(apply)));
    threads.fork("reflector" + suffix, feeding(this::reflect));
  }

  private static Lifecycle.Task feeding(Runnable loop) {
    return () -> ScopedValue.where(FEEDING, true).run(loop);
  }

  /// Whether the current thread fills a store: one that waits for a store would wait for itself.
  static boolean isFeeding() {
    return FEEDING.isBound();
  }

  // Both threads run users' code: transforms, index functions, error handlers. One of these that
  // leaves its thread interrupted must not end what only close() may end.

  private void reflect() {
    reflector.run();
    while (!stopped && Thread.interrupted()) {
      LOG.debug("{} was interrupted but not closed; it goes on", reflector);
      reflector.run();
    }
  }

  private void applyAll(Consumer<List<Delta<T>>> apply) {
    try {
      while (!stopped) {
        applyNext(apply);
      }
    } catch (QueueClosedException e) {
      LOG.trace("{}: the queue is closed", reflector.name(), e);
    } catch (Exception e) {
      throw new AssertionError("what applies changes reports failures itself", e);
    }
  }

  private void applyNext(Consumer<List<Delta<T>>> apply) throws Exception {
    try {
      queue.pop((deltas, _) -> apply.accept(deltas));
    } catch (InterruptedException e) {
      LOG.debug("{}: the applier was interrupted", reflector.name(), e);
    }
  }

  /// Lets both threads end; they have to be interrupted, too.
  void stop() {
    stopped = true;
    queue.close();
    reflector.close();
  }
}
