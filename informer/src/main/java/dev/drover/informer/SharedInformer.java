package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A local copy of a collection that follows the server, and calls any number of handlers for its
/// changes: one list, one watch and one store for all of them.
///
/// The store changes before handlers are called, so it may be newer than an event, never older. It
/// lags the server, usually by milliseconds: act on the state that you read, not on the events that
/// led there.
///
/// ```java
/// informer.addEventHandler(
///     EventHandler.<Pod>of().onUpdate((before, now) -> queue.add(now.key())));
/// informer.start();
/// informer.awaitSynced(Duration.ofSeconds(30));
/// ```
///
/// In Go: {@index cache.SharedInformer}, {@index cache.NewSharedInformer}.
///
/// @param <T> the type of the objects
public interface SharedInformer<T extends KubernetesObject> extends AutoCloseable {
  /// The name in messages, such as `deployments.apps in shop`.
  String name();

  /// Adds a handler with the resync period of the informer.
  ///
  /// It gets every object that is there as an addition, then the changes from there on; none is
  /// lost or doubled in between. Changes are coalesced if more than 1,024 wait for it: see
  /// [EventHandler]. Adding a handler twice makes it two.
  ///
  /// @throws IllegalStateException when the informer has stopped
  Registration addEventHandler(EventHandler<T> handler);

  /// Adds a handler with options of its own.
  ///
  /// ```java
  /// informer.addEventHandler(audit, HandlerOptions.defaults().with(o -> o.everyEvent(100_000)));
  /// ```
  ///
  /// In Go: {@index cache.SharedInformer.AddEventHandlerWithOptions}, {@index
  /// cache.HandlerOptions}.
  ///
  /// @throws IllegalStateException when the informer has stopped
  Registration addEventHandler(EventHandler<T> handler, HandlerOptions how);

  /// Adds a handler with a resync period of its own: each period it gets an update of every object,
  /// with the same state before and now. No request is sent.
  ///
  /// The period is raised to a second, and to what the informer checks for: its own period or, for
  /// handlers that were added before the start, the smallest of theirs. An informer without a
  /// period has none for its handlers.
  ///
  /// @param period zero = it does not want to look again
  /// @throws IllegalStateException when the informer has stopped
  Registration addEventHandlerWithResyncPeriod(EventHandler<T> handler, Duration period);

  /// Reads the local copy. It cannot be written: write to the server, and the copy follows.
  ///
  /// Does not wait for the first list; [#awaitSynced] does.
  ///
  /// In Go: {@index cache.SharedInformer.GetStore}.
  CacheReader<T> store();

  /// The controller inside the informer. Deprecated because client-go deprecates it, too: use the
  /// informer itself.
  ///
  /// In Go: {@index cache.SharedInformer.GetController}.
  @Deprecated(since = "0.1.0")
  ControllerView controller();

  /// Whether a whole list has reached the store: of each namespace, if there are several.
  ///
  /// In Go: {@index cache.SharedInformer.HasSynced}.
  boolean hasSynced();

  /// Waits for [#hasSynced].
  ///
  /// In Go: {@index cache.WaitForCacheSync}.
  ///
  /// @throws SyncTimeoutException when it does not come in time; it says what is missing, and the
  ///   last failure
  /// @throws IllegalStateException when the informer was not started
  void awaitSynced(Duration limit) throws InterruptedException;

  /// Waits until the store has seen this version or a later one: then it has the write that
  /// returned the version, so a caller can read its own writes.
  ///
  /// Where there are several namespaces, each must have got there, and those in which nothing
  /// happens only get there with the next bookmark, in a minute or so.
  ///
  /// @param resourceVersion of an object of this collection, as a write returned it
  /// @throws SyncTimeoutException when it does not come in time
  /// @throws IllegalStateException when the informer was not started
  void awaitVersion(String resourceVersion, Duration limit) throws InterruptedException;

  /// Waits until the informer has synced and a condition over its copy holds: tests the condition
  /// once after the sync, and then after each change.
  ///
  /// ```java
  /// pods.awaitCondition(p -> p.byIndex(BY_APP, "web").size() == 3, Duration.ofMinutes(1));
  /// ```
  ///
  /// Changes that quickly follow each other may be tested together, so a state that lasted a short
  /// time only may be missed; a state that lasts is not.
  ///
  /// In Go: {@index watchtools.UntilWithSync}.
  ///
  /// @param condition reads one state of the copy; runs in the calling thread, and what it throws
  ///   is thrown here
  /// @throws SyncTimeoutException if it does not hold in time, or the informer stops
  /// @throws IllegalStateException if the informer was not started
  void awaitCondition(Predicate<? super CacheReader<T>> condition, Duration limit)
      throws InterruptedException;

  /// The last version that came from the server. The store may not be there yet: ask [#store] for
  /// its own.
  ///
  /// In Go: {@index cache.SharedInformer.LastSyncResourceVersion}.
  String lastSyncResourceVersion();

  /// Sets the handler of failed lists and dropped watches; the last one set is used.
  ///
  /// In Go: {@index cache.SharedInformer.SetWatchErrorHandler}.
  ///
  /// @throws IllegalStateException once the informer was started
  void setWatchErrorHandler(WatchErrorHandler handler);

  /// Sets what changes each object before it is stored; the last one counts.
  ///
  /// In Go: {@index cache.SharedInformer.SetTransform}.
  ///
  /// @throws IllegalStateException once the informer was started
  void setTransform(UnaryOperator<T> transform);

  /// Begins to list and to watch; returns at once. Nothing when it began already.
  ///
  /// In Go: {@index cache.SharedInformer.Run}.
  ///
  /// @throws IllegalStateException when the informer has stopped: it does not begin again
  SharedInformer<T> start();

  /// Whether it has stopped.
  ///
  /// In Go: {@index cache.SharedInformer.IsStopped}.
  boolean isStopped();

  /// A snapshot of its state and counters.
  InformerState state();

  /// Stops following the server and telling handlers. What waits for them is thrown away; the store
  /// stays as it is. Returns when no handler runs any more, or after some seconds.
  @Override
  void close();

  /// What Go shows of the controller inside an informer.
  ///
  /// @param informer that it belongs to
  record ControllerView(SharedInformer<?> informer) {
    /// The same as [SharedInformer#hasSynced].
    public boolean hasSynced() {
      return informer.hasSynced();
    }

    /// The same as [SharedInformer#lastSyncResourceVersion].
    public String lastSyncResourceVersion() {
      return informer.lastSyncResourceVersion();
    }
  }
}
