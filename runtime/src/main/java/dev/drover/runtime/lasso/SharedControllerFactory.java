package dev.drover.runtime.lasso;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.SharedClientFactory;
import dev.drover.client.TimeSource;
import dev.drover.client.WriteOptions;
import dev.drover.informer.CacheOptions;
import dev.drover.informer.SharedCacheFactory;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.runtime.Component;
import dev.drover.runtime.EventFilter;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Phase;
import dev.drover.runtime.Settleable;
import dev.drover.runtime.Signals;
import dev.drover.runtime.cached.CachedKind;
import dev.drover.runtime.cached.InformerSource;
import dev.drover.runtime.cached.ObjectForms;
import dev.drover.runtime.cached.OwnWriteRelay;
import dev.drover.runtime.engine.Activity;
import dev.drover.runtime.engine.Components;
import dev.drover.runtime.engine.QueuedController;
import dev.drover.runtime.engine.Settling;
import dev.drover.runtime.engine.StepsComponent;
import dev.drover.runtime.engine.WriteActivity;
import dev.drover.runtime.internal.Definitions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Shares clients, caches and controllers among handlers: one client, one cache and one controller
/// for each kind, however many handlers are registered.
///
/// ```java
/// try (var factory = SharedControllerFactory.fromConfig(ClientConfig.load())) {
///   factory.forObject(Deployment.class).registerHandler("log", (key, deployment) -> deployment);
///   factory.start(5);                                   // returns when the caches are there
///   factory.awaitStop();                                // without this a program would end here
/// }
/// ```
///
/// A kind that the server does not have holds up no other: its handlers start when its
/// CustomResourceDefinition appears, see every object as deleted when it goes, and start again when
/// it comes back; the others go on meanwhile.
///
/// Any number of threads.
///
/// In Go: {@index lasso controller.SharedControllerFactory}, {@index
/// NewSharedControllerFactoryFromConfig}.
public final class SharedControllerFactory implements Settleable, AutoCloseable {
  private final @Nullable Client owned; // closed with the factory
  private final SharedClientFactory clients;
  private final SharedCacheFactory caches;
  private final FactoryOptions options;
  private final Components components;
  private final Activity activity = new Activity();
  private final Map<Kind<?>, SharedController<?>> controllers = new LinkedHashMap<>(); // by this
  private final Map<GroupVersionKind, List<Root>> roots = new HashMap<>(); // guarded by this
  private final Set<String> names = new HashSet<>(); // of controllers; guarded by this
  private final Map<GroupVersionKind, List<SharedKind<?>>> kinds =
      new ConcurrentHashMap<>(); // made
  private final Set<QueuedController> started = ConcurrentHashMap.newKeySet();
  private final ReentrantLock starting = new ReentrantLock();
  private volatile int workers; // of a kind that has no number of its own; set by start

  private SharedControllerFactory(
      @Nullable Client owned,
      SharedClientFactory clients,
      SharedCacheFactory caches,
      FactoryOptions options) {
    this.owned = owned;
    this.clients =
        SharedClientFactory.over(
            clients
                .client()
                .observing(new OwnWriteRelay(clients.client(), this::cached))
                .observing(new WriteActivity(activity)),
            clients.mapper());
    this.caches = caches;
    this.options = options;
    this.workers = options.workers();
    this.components = new Components("controllers", options.grace(), options.time());
    StepsComponent.Step close = owned == null ? () -> {} : caches::close;
    components.add(Phase.CACHE, new StepsComponent("caches", caches::start, close));
  }

  /// A factory for this cluster.
  public static SharedControllerFactory fromConfig(ClientConfig config) {
    return fromConfig(config, FactoryOptions.defaults());
  }

  /// A factory for this cluster that works so.
  public static SharedControllerFactory fromConfig(ClientConfig config, FactoryOptions options) {
    Client client = Client.connect(config);
    SharedClientFactory clients = SharedClientFactory.over(client, client.mapper());
    return new SharedControllerFactory(client, clients, SharedCacheFactory.over(clients), options);
  }

  /// A factory over clients and caches that their owner closes, such as those of a manager.
  public static SharedControllerFactory over(
      SharedClientFactory clients, SharedCacheFactory caches, FactoryOptions options) {
    return new SharedControllerFactory(null, clients, caches, options);
  }

  /// The clients. Handlers read what these wrote, also before the caches have it.
  public SharedClientFactory clients() {
    return clients;
  }

  /// The caches.
  public SharedCacheFactory caches() {
    return caches;
  }

  /// The time that handlers should go by, see [FactoryOptions#time].
  public TimeSource time() {
    return options.time();
  }

  /// Tells the server of the kinds that records stand for, and waits until it serves them: applies
  /// a CustomResourceDefinition that is made from each type, whatever others said of it before.
  @SafeVarargs
  public final void install(Class<? extends KubernetesObject>... types) {
    Client client = clients.client().writing(WriteOptions.defaults().with(o -> o.force(true)));
    List<Kind<?>> kinds = new ArrayList<>();
    for (Class<? extends KubernetesObject> type : types) {
      kinds.add(Kind.of(type));
    }
    Definitions.installAll(client, kinds);
    clients.mapper().invalidate();
  }

  /// The controller of the kind that a class stands for.
  ///
  /// In Go: {@index lasso controller.SharedControllerFactory.ForObject}.
  public <T extends KubernetesObject> SharedController<T> forObject(Class<T> type) {
    return forKind(Kind.of(type));
  }

  /// The controller of a kind.
  ///
  /// In Go: {@index lasso controller.SharedControllerFactory.ForKind}.
  public <T extends KubernetesObject> SharedController<T> forKind(Kind<T> kind) {
    return controller(kind);
  }

  /// The controller of a kind without a Java type; the server says which resource it is.
  public SharedController<DynamicObject> forKind(GroupVersionKind gvk) {
    return controller(clients.forKind(gvk).kind());
  }

  /// The controller of a resource; what is left out of it, such as the version, the server knows.
  ///
  /// In Go: {@index lasso controller.SharedControllerFactory.ForResource}.
  public SharedController<DynamicObject> forResource(GroupVersionResource resource) {
    return controller(clients.forResource(resource).kind());
  }

  /// The controller of a resource whose kind is known, without asking the server.
  ///
  /// In Go: {@index lasso controller.SharedControllerFactory.ForResourceKind}.
  public SharedController<DynamicObject> forResourceKind(
      GroupVersionResource resource, String kind, boolean isNamespaced) {
    GroupVersionKind gvk = new GroupVersionKind(resource.group(), resource.version(), kind);
    return controller(
        Kind.dynamic(gvk, resource.resource(), isNamespaced ? Scope.NAMESPACED : Scope.CLUSTER));
  }

  @SuppressWarnings("unchecked") // a kind is mapped to the controller of its objects
  private synchronized <T extends KubernetesObject> SharedController<T> controller(Kind<T> kind) {
    return (SharedController<T>)
        controllers.computeIfAbsent(kind, _ -> new SharedController<>(kind, this));
  }

  /// What the controllers of this kind share; made when it is first needed.
  SharedKind<?> shared(Kind<?> kind) {
    Root root;
    synchronized (this) {
      List<Root> known = roots.computeIfAbsent(kind.gvk(), _ -> new ArrayList<>());
      root =
          known.stream()
              .filter(r -> r.form.equals(kind) || ObjectForms.isComplete(r.form))
              .findFirst()
              .orElseGet(
                  () -> {
                    Root added = root(formFor(kind));
                    known.add(added);
                    return added;
                  });
    }
    return root.shared.get(); // without the lock: what is made may ask for other kinds
  }

  /// One cache of a resource.
  ///
  /// @param form of its objects
  private record Root(Kind<?> form, Deferred<SharedKind<?>> shared) {}

  private Root root(Kind<?> form) {
    return new Root(form, new Deferred<>(() -> make(form)));
  }

  /// A record lacks the fields that it does not name, so a dynamic controller needs another form.
  private Kind<?> formFor(Kind<?> kind) {
    if (ObjectForms.isComplete(kind)) {
      return kind;
    }
    return controllers.keySet().stream()
        .filter(other -> other.gvk().equals(kind.gvk()) && ObjectForms.isComplete(other))
        .findFirst()
        .orElse(kind);
  }

  private <R extends KubernetesObject> SharedKind<R> make(Kind<R> form) {
    CachedKind<R> cached =
        new CachedKind<>(
            form,
            cacheOptions(form),
            caches.forKind(form, cacheOptions(form)),
            options.controllers().syncTimeout());
    Handlers handlers = new Handlers(key -> cached.find(key).orElse(null));
    QueuedController controller =
        new QueuedController(
            newName(form.gvk()),
            form.gvk().kind(),
            options.controllers(),
            handlers,
            new QueuedController.Environment(
                options.time(),
                options.observer(),
                options.tracer(),
                reason -> reason,
                activity,
                components::fail,
                _ -> {}));
    EventFilter<KubernetesObject> filter =
        options.onlyChanged() ? EventFilter.resourceVersion() : _ -> true;
    controller.watch(new InformerSource<>(cached.informer(), form, filter, EventMapper.itself()));
    SharedKind<R> made = new SharedKind<>(cached, handlers, controller);
    kinds.computeIfAbsent(form.gvk(), _ -> new CopyOnWriteArrayList<>()).add(made);
    // Two parts in two phases: no handler runs before the caches of all kinds have synced, because
    // handlers read other kinds than their own.
    components.add(Phase.ALWAYS, new SourcesOf(form, controller));
    components.add(Phase.LEADER, new WorkersOf(form, controller));
    return made;
  }

  private <T extends KubernetesObject> CacheOptions<T> cacheOptions(Kind<T> kind) {
    return CacheOptions.<T>defaults()
        .with(
            o ->
                o.namespaces(kind.isNamespaced() ? options.namespaces() : List.of())
                    .whenInstalled()
                    .resync(options.resync())
                    .time(options.time()));
  }

  /// Metrics and logs of two controllers must not be mixed up, so each has a name of its own.
  private synchronized String newName(GroupVersionKind gvk) {
    String name = groupKind(gvk);
    for (int i = 2; !names.add(name); i++) {
      name = groupKind(gvk) + "-" + gvk.version() + (i == 2 ? "" : "-" + i);
    }
    return name;
  }

  /// Such as `Event.events.k8s.io`, or `Event` for the core group.
  static String groupKind(GroupVersionKind gvk) {
    return gvk.group().isEmpty() ? gvk.kind() : gvk.kind() + "." + gvk.group();
  }

  /// The informer of a kind in its own form.
  <T extends KubernetesObject> SharedIndexInformer<T> informer(Kind<T> kind, SharedKind<?> shared) {
    SharedIndexInformer<T> informer = caches.forKind(kind, cacheOptions(kind));
    if (isStarted(shared.controller())) {
      informer.start();
    }
    return informer;
  }

  private List<CachedKind<?>> cached() {
    List<CachedKind<?>> all = new ArrayList<>(); // asked for every write: no stream
    for (List<SharedKind<?>> shared : kinds.values()) {
      for (SharedKind<?> one : shared) {
        all.add(one.cached());
      }
    }
    return all;
  }

  boolean isStarted(QueuedController controller) {
    return started.contains(controller);
  }

  /// As [#start(int)], with [FactoryOptions#workers] workers for each kind.
  public void start() throws InterruptedException {
    start(options.workers());
  }

  /// Starts the caches and controllers of all kinds that are needed; returns when the caches have
  /// synced. Kinds that are needed later start by themselves.
  ///
  /// May be called again, as in Go: it then returns when the first call has, and the number of
  /// workers is that of kinds that are needed later.
  ///
  /// In Go: {@index lasso controller.SharedControllerFactory.Start}.
  ///
  /// @param workersPerController how many objects of each kind are handled at once, unless the
  ///   options say otherwise for a kind
  /// @throws dev.drover.runtime.StartException when a cache is not there in time; it names it and
  ///   says why
  public void start(int workersPerController) throws InterruptedException {
    if (workersPerController < 1) {
      throw new IllegalArgumentException("need workers >= 1, got " + workersPerController);
    }
    workers = workersPerController;
    starting.lockInterruptibly();
    try {
      if (!components.isRunning() && !components.start()) {
        throw new IllegalStateException("the factory was closed while it started");
      }
    } finally {
      starting.unlock();
    }
  }

  /// Waits until the factory is closed, an [Error] ends it, or a signal ends the process (SIGINT,
  /// SIGTERM): [#close] then lets the handlers finish.
  public void awaitStop() throws InterruptedException {
    try (Signals _ = Signals.handle(components::requestStop)) {
      components.awaitStop();
    }
  }

  /// Waits until there is nothing to do, as [Settleable] defines it, for the kinds that were
  /// started.
  @Override
  public void settle(Duration limit) throws InterruptedException {
    new Settling(
            "the factory of shared controllers",
            clients.client(),
            activity,
            this::startedInformers,
            this::startedKinds,
            () -> List.copyOf(started),
            () -> true)
        .await(limit);
  }

  @Override
  public long activity() {
    return activity.count();
  }

  private List<SharedIndexInformer<?>> startedInformers() {
    return startedKinds().stream().<SharedIndexInformer<?>>map(CachedKind::informer).toList();
  }

  private List<CachedKind<?>> startedKinds() {
    return kinds.values().stream()
        .flatMap(List::stream)
        .filter(shared -> isStarted(shared.controller()))
        .<CachedKind<?>>map(SharedKind::cached)
        .toList();
  }

  /// Stops everything: no handler is called after this, those that run get the grace period.
  @Override
  public void close() {
    components.stopAndLog();
    if (owned != null) {
      owned.close();
    }
  }

  /// The sources of a controller as a part.
  private record SourcesOf(Kind<?> kind, QueuedController controller) implements Component {
    @Override
    public String name() {
      return "controller of " + kind;
    }

    @Override
    public void start() throws InterruptedException {
      controller.startSources();
    }

    @Override
    public void stop(Duration grace) {
      controller.close(); // the workers have stopped before
    }
  }

  /// The workers of a controller as a part.
  private final class WorkersOf implements Component {
    private final Kind<?> kind;
    private final QueuedController controller;

    WorkersOf(Kind<?> kind, QueuedController controller) {
      this.kind = kind;
      this.controller = controller;
    }

    @Override
    public String name() {
      return "workers of " + kind;
    }

    @Override
    public void start() {
      started.add(controller);
      controller.workers(options.kindWorkers().getOrDefault(kind.gvk(), workers));
      controller.startWorkers();
    }

    @Override
    public void stop(Duration grace) throws InterruptedException {
      controller.stop(grace);
    }
  }
}
