package dev.drover.informer;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.client.ResourceClient;
import dev.drover.client.TimeSource;
import dev.drover.informer.InformerState.Phase;
import dev.drover.informer.store.InformerReader;
import dev.drover.informer.store.SnapshotStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// A [SharedInformer] whose copy can be read by indexes.
///
/// ```java
/// try (var pods = SharedIndexInformer.of(client.resources(Pod.class), CacheOptions.defaults())) {
///   pods.addIndexers(BY_NODE);
///   pods.addEventHandler(EventHandler.<Pod>of().onAdd(pod -> ...));
///   pods.start().awaitSynced(Duration.ofSeconds(30));
///   pods.lister().get("shop", "web-1");
/// }
/// ```
///
/// How it works:
///
/// ```
///   server ─▶ Reflector ─▶ ChangeQueue ─▶ applier ─▶ ┌ store ┐ ─▶ Mailbox ─▶ handler     a thread each
///             a thread for each namespace named       └ one commit ┘
/// ```
///
/// Two decisions differ from client-go. A list that is read again is no resync: objects that did
/// not change cause no events. And a handler that is too slow does not make its mailbox grow for
/// ever: see [EventHandler].
///
/// Life: made, started, stopped; never started again. Any number of threads.
///
/// In Go: {@index cache.SharedIndexInformer}, {@index cache.NewSharedIndexInformer}, {@index lasso
/// cache.NewCache}.
///
/// @param <T> the type of the objects
public final class SharedIndexInformer<T extends KubernetesObject> implements SharedInformer<T> {
  private final Kind<T> kind;
  private final CacheOptions<T> options;
  private final String name;
  private final TimeSource time;
  private final SnapshotStore<T> store;
  private final CacheReader<T> indexer;
  private final Broadcaster<T> broadcaster;
  private final Reporter reporter;
  private final InformerLifecycle<T> life;
  private final InformerWaits<T> waits;

  private SharedIndexInformer(
      Kind<T> kind,
      CacheOptions<T> options,
      Function<CacheScope, ListerWatcher<T>> listerWatchers,
      KindAvailability presence,
      Reachability reachability) {
    if (!kind.isNamespaced() && !options.namespaces().isEmpty()) {
      throw new IllegalArgumentException(
          kind.plural() + " have no namespaces, so the cache cannot be limited to some");
    }
    this.kind = kind;
    this.options = options;
    this.name = CacheName.of(kind, options);
    this.time = options.time();
    this.reporter = new Reporter(name, options.observer(), time);
    this.store = new SnapshotStore<>(List.of(), time);
    this.indexer = new InformerReader<>(store);
    this.broadcaster =
        new Broadcaster<>(store, options.resync(), new Monitor(time), new ReentrantLock());
    this.life =
        new InformerLifecycle<>(
            name, options, listerWatchers, presence, reachability, store, broadcaster, reporter);
    this.waits =
        new InformerWaits<>(name, store, broadcaster.monitor(), time, this::isStopped, this::late);
    if (kind.isNamespaced()) {
      store.addIndexers(List.of(Index.of(Index.NAMESPACE, T::namespace)));
    }
  }

  /// An informer of what this client sees.
  ///
  /// @param options its namespaces come in place of the client's, if it names any
  public static <T extends KubernetesObject> SharedIndexInformer<T> of(
      ResourceClient<T> client, CacheOptions<T> options) {
    return new SharedIndexInformer<>(
        client.kind(),
        options,
        scope -> clientOf(client, options, scope),
        expected(options),
        new Reachability());
  }

  private static <T extends KubernetesObject> ListerWatcher<T> clientOf(
      ResourceClient<T> client, CacheOptions<T> options, CacheScope scope) {
    String namespace = scope.namespace();
    return ListerWatcher.of(
        namespace.isEmpty() ? client : client.inNamespace(namespace),
        scope.labels(),
        scope.fields(),
        List.copyOf(options.skippedFields()));
  }

  /// An informer of what this lists and watches. Which objects those are, and how much of each, is
  /// up to it.
  ///
  /// @throws IllegalArgumentException when the options want to decide that
  public static <T extends KubernetesObject> SharedIndexInformer<T> of(
      Kind<T> kind, ListerWatcher<T> listerWatcher, CacheOptions<T> options) {
    if (!options.isOfEverything()) {
      throw new IllegalArgumentException(
          "namespaces, selectors and skipped fields are up to the ListerWatcher, got "
              + CacheName.of(kind, options));
    }
    return new SharedIndexInformer<>(
        kind, options, _ -> listerWatcher, expected(options), new Reachability());
  }

  private static KindAvailability expected(CacheOptions<?> options) {
    if (options.whenInstalled()) {
      throw new IllegalArgumentException(
          "a kind that may be missing is looked for by a SharedCacheFactory: take the informer"
              + " from one");
    }
    return KindAvailability.EXPECTED;
  }

  /// An informer whose clients are made when it starts.
  static <T extends KubernetesObject> SharedIndexInformer<T> deferred(
      Kind<T> kind,
      CacheOptions<T> options,
      Function<Kind<T>, ResourceClient<T>> clients,
      KindAvailability presence,
      Reachability reachability) {
    return new SharedIndexInformer<>(
        kind,
        options,
        scope -> new DeferredListerWatcher<>(() -> clientOf(clients.apply(kind), options, scope)),
        presence,
        reachability);
  }

  @Override
  public String name() {
    return name;
  }

  /// The kind of the objects.
  public Kind<T> kind() {
    return kind;
  }

  /// Which objects it has, and how.
  public CacheOptions<T> options() {
    return options;
  }

  @Override
  public Registration addEventHandler(EventHandler<T> handler) {
    return addEventHandler(handler, HandlerOptions.defaults());
  }

  @Override
  public Registration addEventHandlerWithResyncPeriod(EventHandler<T> handler, Duration period) {
    return addEventHandler(handler, HandlerOptions.defaults().with(o -> o.resync(period)));
  }

  @Override
  public Registration addEventHandler(EventHandler<T> handler, HandlerOptions how) {
    String handlerName = handler.name();
    boolean everyEvent = how.everyEvent().isPresent();
    Backlog<T> backlog =
        everyEvent
            ? new BoundedBacklog<>(how.everyEvent().getAsInt())
            : new CoalescingBacklog<>(options.coalesceAbove());
    return broadcaster.add(
        how.resync().orElse(everyEvent ? Duration.ZERO : options.resync()),
        time.nanoTime(),
        turn ->
            new Listener<>(
                handlerName,
                handler,
                new Mailbox<>(backlog, broadcaster.monitor(), new ReentrantLock()),
                turn,
                new ListenerOwner<>(name, life, broadcaster, reporter, this::late)));
  }

  @Override
  public CacheReader<T> store() {
    return indexer;
  }

  /// Reads the local copy by key and by index; indexes are added by [#addIndexers(List)].
  ///
  /// In Go: {@index cache.SharedIndexInformer.GetIndexer}.
  public CacheReader<T> indexer() {
    return indexer;
  }

  /// Reads the local copy by name and by label.
  public Lister<T> lister() {
    return new Lister<>(new ListerOrigin(), "");
  }

  /// Adds indexes, also after the start; objects that are there are found by them at once.
  ///
  /// An index function that throws has no values for that object; the failure is logged and
  /// counted.
  ///
  /// In Go: {@index cache.SharedIndexInformer.AddIndexers}.
  ///
  /// @throws IllegalArgumentException when one of the names is taken; none is added then
  /// @throws IllegalStateException when the informer has stopped
  public void addIndexers(List<Index<T>> indexes) {
    if (isStopped()) {
      throw new IllegalStateException(name + " has stopped: no index can be added");
    }
    store.addIndexersLeniently(indexes).forEach(reporter::failed);
  }

  /// Adds indexes, also after the start; objects that are there are found by them at once.
  ///
  /// @throws IllegalArgumentException when one of the names is taken; none is added then
  /// @throws IllegalStateException when the informer has stopped
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final void addIndexers(Index<T>... indexes) {
    addIndexers(List.of(indexes));
  }

  @Override
  @Deprecated(since = "0.1.0")
  @SuppressWarnings("InlineMeSuggester") // its body is nothing that users should write
  public ControllerView controller() {
    return new ControllerView(this);
  }

  @Override
  public void setWatchErrorHandler(WatchErrorHandler handler) {
    life.watchErrorHandler(handler);
  }

  @Override
  public void setTransform(UnaryOperator<T> changed) {
    life.transform(changed);
  }

  @Override
  public SharedIndexInformer<T> start() {
    life.start();
    return this;
  }

  /// Whether it was started; stays true after the stop.
  public boolean isStarted() {
    return life.phase() != Phase.NEW;
  }

  @Override
  public boolean isStopped() {
    return life.isStopped();
  }

  @Override
  public void close() {
    ShutdownWait.await(List.of(stop()));
  }

  /// Stops everything, without waiting for it.
  ShutdownWait stop() {
    return life.stop();
  }

  /// Does nothing if it has stopped or was started already.
  void startUnlessStopped() {
    var _ = life.startUnlessStopped();
  }

  @Override
  public boolean hasSynced() {
    return broadcaster.isSynced();
  }

  @Override
  public void awaitSynced(Duration limit) throws InterruptedException {
    requireStarted();
    waits.until("it has not synced", this::hasSynced, limit);
  }

  @Override
  public void awaitVersion(String resourceVersion, Duration limit) throws InterruptedException {
    String version = InformerWaits.requireVersion(resourceVersion);
    requireStarted();
    waits.untilVersion("version " + version, version, store::resourceVersion, limit);
  }

  /// Waits until the store has seen this version of this object, or a later one: as the other
  /// method does, but for the namespace of the object alone, where there are several.
  ///
  /// @param resourceVersion as a write returned it
  /// @throws SyncTimeoutException when it does not come in time
  /// @throws IllegalStateException when the informer was not started
  /// @throws IllegalArgumentException when the informer has other namespaces only
  public void awaitVersion(ObjectKey key, String resourceVersion, Duration limit)
      throws InterruptedException {
    String version = InformerWaits.requireVersion(resourceVersion);
    requireNamespace(key.namespace());
    requireStarted();
    Source<T> source = life.sources().stream().filter(s -> s.owns(key)).findFirst().orElseThrow();
    waits.untilVersion("version " + version + " of " + key, version, source::version, limit);
  }

  /// The version up to which changes of this object have reached the copy; empty before the first
  /// list of its namespace.
  ///
  /// Where the informer has several namespaces, each has its own version, and this is the one of
  /// the object's namespace, while that of [#store] is the oldest of all. What is read after this
  /// call is at or past this version, so the order is: first this, then the object. An object that
  /// is then absent was deleted at or before this version, or never existed.
  ///
  /// @throws IllegalArgumentException if the informer has other namespaces only
  public String resourceVersionFor(ObjectKey key) {
    requireNamespace(key.namespace());
    return life.sources().stream()
        .filter(source -> source.owns(key))
        .findFirst()
        .map(Source::version)
        .orElse("");
  }

  @Override
  public void awaitCondition(Predicate<? super CacheReader<T>> condition, Duration limit)
      throws InterruptedException {
    long start = time.nanoTime();
    awaitSynced(limit);
    waits.untilCondition(condition, T::key, limit, limit.minusNanos(time.nanoTime() - start));
  }

  private SyncTimeoutException late(String what, Duration limit) {
    return SyncReport.of(kind, state(), what, limit);
  }

  private CacheReader<T> requireStarted() {
    if (life.phase() == Phase.NEW) {
      throw new IllegalStateException(
          "the cache of " + name + " was not started: call start() on it or on its factory first");
    }
    return indexer;
  }

  private void requireNamespace(String namespace) {
    CacheScope.requireCovered(kind, options, namespace);
  }

  @Override
  public String lastSyncResourceVersion() {
    return life.sources().stream()
        .map(source -> source.reflector().lastSyncResourceVersion())
        .min(Applier.BY_AGE)
        .orElse("");
  }

  /// Whether every handler has been told of everything that has reached the store, and has
  /// returned.
  public boolean isIdle() {
    return broadcaster.isIdle();
  }

  @Override
  public InformerState state() {
    return new StateReader<>(kind, store, time)
        .read(name, life.phase(), hasSynced(), life.sources(), broadcaster.listeners(), reporter);
  }

  @Override
  public String toString() {
    return "informer of " + name;
  }

  private final class ListerOrigin implements Lister.Origin<T> {
    @Override
    public CacheReader<T> objects() {
      return requireStarted();
    }

    @Override
    public void requireNamespace(String namespace) {
      SharedIndexInformer.this.requireNamespace(namespace);
    }
  }
}
