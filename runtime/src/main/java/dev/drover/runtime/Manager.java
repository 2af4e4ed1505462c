package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.crd.ConversionWebhook;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import dev.drover.client.SharedClientFactory;
import dev.drover.client.TimeSource;
import dev.drover.client.WriteOptions;
import dev.drover.informer.SharedCacheFactory;
import dev.drover.runtime.cached.CachedKind;
import dev.drover.runtime.cached.OwnWriteRelay;
import dev.drover.runtime.engine.Activity;
import dev.drover.runtime.engine.Attempt;
import dev.drover.runtime.engine.Components;
import dev.drover.runtime.engine.QueuedController;
import dev.drover.runtime.engine.Settling;
import dev.drover.runtime.engine.StepsComponent;
import dev.drover.runtime.engine.WriteActivity;
import dev.drover.runtime.events.EventOptions;
import dev.drover.runtime.events.EventRecorder;
import dev.drover.runtime.health.HealthCheck;
import dev.drover.runtime.internal.Definitions;
import dev.drover.runtime.internal.HealthServer;
import dev.drover.runtime.leader.LeaderOptions;
import dev.drover.runtime.leader.LeadershipLostException;
import dev.drover.runtime.webhook.Conversion;
import dev.drover.runtime.webhook.Webhook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs controllers and what they share: one client, one cache, one life.
///
/// ```java
/// try (var manager = Manager.connect("icecream-controller", args)) {
///   manager.controllerFor(Icecream.class).owns(Deployment.class).complete(this::reconcile);
///   manager.run();                                    // until SIGTERM
/// }
/// ```
///
/// Its name is the field manager of all writes, the user agent (within a reconcile with the
/// controller's after it), the source of events and the name of the lease. Two managers in one
/// process know nothing of each other. Any number of threads.
///
/// In Go: {@index manager.Manager}, {@index ctrl.NewManager}, {@index cluster.Cluster}.
public final class Manager implements Settleable, AutoCloseable {
  static final ScopedValue<Optional<ManagerHost>> HOST = ScopedValue.newInstance();

  private final String name;
  private final ManagerOptions options;
  private final Client live;
  private final SharedCacheFactory caches;
  private final Cache cache;
  private final WriteLog writes = new WriteLog();
  private final Activity activity = new Activity();
  private final ControllerRegistry controllers;
  private final ClusterClient client;
  private final EventRecorder events;
  private final HealthEndpoints checks;
  private final Optional<HealthServer> health;
  private final ManagedWebhooks webhooks;
  private final Components components;
  private final Optional<LeaderGroup> leaders;

  private Manager(String name, ClientConfig config, ManagerOptions options) {
    this.name = name;
    this.options = options;
    this.live =
        connected(RuntimeMetrics.of(options).observed(config).with(c -> c.userAgent(name)), options)
            .writing(WriteOptions.defaults().with(o -> o.fieldManager(name).force(true)));
    this.caches = SharedCacheFactory.over(SharedClientFactory.over(live, live.mapper()));
    this.cache = new Cache(caches, options);
    // Not for events and leases: the log has room for the writes of controllers only.
    Client observed =
        live.observing(new OwnWriteListener(new OwnWriteRelay(live, cache::written), cache, writes))
            .observing(new WriteActivity(activity));
    this.client = new ClusterClient(observed, cache, options.uncached());
    this.events = new EventRecorder(live, EventOptions.of(name).with(o -> o.time(options.time())));
    this.components = new Components(name, options.grace(), options.time());
    this.controllers =
        new ControllerRegistry(
            options, writes, activity, this::mayLead, components::fail, this::forget);
    // Stopped last: others tell what they did.
    components.add(Phase.SERVER, new StepsComponent("events", events::start, events::close));
    this.webhooks = new ManagedWebhooks(options, components);
    this.checks = HealthEndpoints.of(options, cache, webhooks, this::checkElection);
    this.health = options.health().map(how -> checks.serve(how, options, live));
    health.ifPresent(server -> components.add(Phase.SERVER, server));
    components.add(Phase.CACHE, new StepsComponent("caches", this::startCaches, caches::close));
    this.leaders = options.leader().map(change -> leaders(config, change));
    leaders.ifPresent(group -> components.add(Phase.LEADER, group));
  }

  private static Client connected(ClientConfig config, ManagerOptions options) {
    return options
        .transport()
        .map(BorrowedTransport::new)
        .map(lent -> Client.over(RestClient.over(config, lent), options.layers()))
        .orElseGet(() -> Client.connect(config, options.layers()));
  }

  private LeaderGroup leaders(ClientConfig config, Consumer<LeaderOptions.Builder> change) {
    LeaderOptions usual =
        LeaderOptions.of(config.namespace(), name, LeaderGroup.identity())
            .with(o -> o.time(options.time()));
    return new LeaderGroup(
        live, RuntimeMetrics.of(options).observed(usual.with(change)), components::fail);
  }

  /// A manager for the cluster that the arguments name (`--kubeconfig`, `--context`,
  /// `--namespace`), else `$KUBECONFIG`, the pod's own cluster or `~/.kube/config`.
  ///
  /// In Go: {@index ctrl.GetConfigOrDie}.
  ///
  /// @throws dev.drover.client.ConfigException when there is none; it says what was looked for
  public static Manager connect(String name, String... args) {
    Optional<ManagerHost> host = host();
    return host.isPresent()
        ? hosted(host.get(), name, ManagerOptions.defaults())
        : connect(name, ClientConfig.fromArgs(args));
  }

  /// A manager for this cluster.
  public static Manager connect(String name, ClientConfig config) {
    return connect(name, config, ManagerOptions.defaults());
  }

  /// A manager for this cluster that works so.
  public static Manager connect(String name, ClientConfig config, ManagerOptions options) {
    if (name.isBlank()) {
      throw new IllegalArgumentException(
          "a manager needs a name: it is the field manager of everything that it writes");
    }
    Optional<ManagerHost> host = host();
    return host.isPresent() ? hosted(host.get(), name, options) : extended(name, config, options);
  }

  private static Manager extended(String name, ClientConfig config, ManagerOptions options) {
    List<ManagerExtension> extensions = ManagerExtension.of(options);
    ManagerOptions all = options;
    for (ManagerExtension extension : extensions) {
      all = extension.configure(name, all);
    }
    Manager manager = new Manager(name, config, all);
    try {
      extensions.forEach(extension -> extension.connected(manager));
      return manager;
    } catch (RuntimeException e) {
      manager.close();
      throw e;
    }
  }

  private static Optional<ManagerHost> host() {
    return HOST.orElse(Optional.empty());
  }

  private static Manager hosted(ManagerHost host, String name, ManagerOptions options) {
    return ScopedValue.where(HOST, Optional.empty()).call(() -> host.connect(name, options));
  }

  /// Its name.
  public String name() {
    return name;
  }

  /// Reads from the cache, writes to the server.
  ///
  /// In Go: {@index manager.Manager.GetClient}.
  public ClusterClient client() {
    return client;
  }

  /// Tells what happened to objects.
  ///
  /// In Go: {@index manager.Manager.GetEventRecorder}.
  public EventRecorder events() {
    return events;
  }

  /// The cached objects.
  ///
  /// In Go: {@index manager.Manager.GetCache}.
  public Cache cache() {
    return cache;
  }

  /// Tells the server of the kinds that records stand for, and waits until it serves them: applies
  /// the CustomResourceDefinition that [dev.drover.api.crd.Crd] makes of each; records that are
  /// versions of one kind make one definition.
  @SafeVarargs
  public final void install(Class<? extends KubernetesObject>... types) {
    List<Kind<?>> kinds = new ArrayList<>();
    for (Class<? extends KubernetesObject> type : types) {
      kinds.add(Kind.of(type));
    }
    Definitions.installAll(live, kinds);
  }

  /// As [#install(Class...)], for a kind whose versions this manager converts: the definition names
  /// the webhook. If the webhook names no certificate authority, it is that of the manager's own
  /// certificate (`ca.crt` in its folder, as cert-manager writes it).
  ///
  /// ```java
  /// manager.conversions(Conversion.hub(Shop.class).spoke(ShopV1beta1.class, ...));
  /// manager.install(
  ///     ConversionWebhook.service("shop-system", "shop-webhooks"), Shop.class, ShopV1beta1.class);
  /// ```
  ///
  /// @throws UncheckedIOException when the certificate cannot be read
  @SafeVarargs
  public final void install(
      ConversionWebhook webhook, Class<? extends KubernetesObject>... versions) {
    List<Kind<?>> kinds = new ArrayList<>();
    for (Class<? extends KubernetesObject> type : versions) {
      kinds.add(Kind.of(type));
    }
    try {
      Definitions.install(
          live,
          kinds,
          webhook.hasAuthority()
              ? webhook
              : webhook.withAuthority(webhooks.server().authorityPem()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Begins a controller for the kind that a class stands for.
  ///
  /// In Go: {@index builder.ControllerManagedBy}.
  public <T extends KubernetesObject> ControllerBuilder<T> controllerFor(Class<T> type) {
    return controllerFor(Kind.of(type));
  }

  /// Begins a controller for a kind.
  public <T extends KubernetesObject> ControllerBuilder<T> controllerFor(Kind<T> kind) {
    return new ControllerBuilder<>(this, kind, options.controllers());
  }

  /// Adds a part that starts and stops with the manager; at once when it has started already.
  ///
  /// In Go: {@index manager.Manager.Add}.
  public Manager add(Phase phase, Component component) {
    Component part =
        component instanceof TaskComponent task
            ? task.reportingFailures(components::fail)
            : component;
    if (phase == Phase.LEADER && leaders.isPresent()) {
      leaders.get().add(part);
    } else {
      components.add(phase, part);
    }
    return this;
  }

  /// Serves admission webhooks, which the server calls before it stores objects: on every replica,
  /// and before the caches start, since the server may need them for the first list.
  ///
  /// In Go: {@index manager.Manager.GetWebhookServer}.
  ///
  /// @throws IllegalStateException when two have the same path
  public Manager webhooks(Webhook<?>... some) {
    webhooks.serve(some);
    return this;
  }

  /// Converts objects between the versions of their kinds when the server asks for it, at
  /// [ConversionWebhook#PATH]. Served as [#webhooks] are. The definitions must name the webhook:
  /// see [#install(ConversionWebhook, Class...)].
  ///
  /// The caches of these kinds are no condition of `/readyz`: the server may have to convert
  /// objects to list them, by a Service that leads to managers that are ready.
  ///
  /// In Go: {@index conversion.NewWebhookHandler}.
  ///
  /// @throws IllegalStateException when two are of one kind
  public Manager conversions(Conversion<?>... some) {
    webhooks.serve(some);
    return this;
  }

  /// Whether this replica works: it leads, or there is no election.
  ///
  /// In Go: {@index manager.Manager.Elected}.
  public boolean isLeader() {
    return isRunning() && leaders.map(LeaderGroup::isLeader).orElse(true);
  }

  /// Its controllers that were not closed, in the order in which they were added.
  ///
  /// ```java
  /// manager.controllers().forEach(c -> log.info("{}: {} ready", c.name(), c.snapshot().ready()));
  /// ```
  public List<Controller> controllers() {
    return List.copyOf(controllers.all());
  }

  ControllerRegistry registry() {
    return controllers;
  }

  /// Starts and stops a controller with the manager; starts it at once if the manager has started.
  void launch(QueuedController controller) {
    add(
        controller.options().isLeaderOnly() ? Phase.LEADER : Phase.ALWAYS,
        new ControllerComponent(controller));
  }

  private void forget(QueuedController controller) {
    Component part = new ControllerComponent(controller);
    leaders.ifPresent(group -> group.remove(part));
    components.remove(part);
  }

  private void checkElection() {
    leaders.ifPresent(LeaderGroup::checkHealthy);
  }

  private boolean mayLead() {
    return leaders.map(LeaderGroup::isLeader).orElse(true);
  }

  /// A client for what only the leader does: writes nothing once another may lead.
  ClusterClient fencedClient() {
    return client.fenced(
        () -> {
          if (!mayLead()) {
            throw new LeadershipLostException(name);
          }
        });
  }

  <T extends KubernetesObject> Context<T> context(
      String controller, Kind<T> kind, Attempt attempt, ClusterClient by, @Nullable T object) {
    return new RunContext<>(
        controller, kind.gvk().kind(), attempt, by, this::record, options.time(), object);
  }

  private void record(KubernetesObject regarding, String type, String reason, String message) {
    if (type.equals("Warning")) {
      events.warning(regarding, reason, message);
    } else {
      events.normal(regarding, reason, message);
    }
  }

  /// Starts everything; returns when all caches are there and all controllers work. Installs no
  /// signal handler.
  ///
  /// @throws StartException when a part cannot start; it names the part and the reason, and
  ///   everything is stopped again
  public Manager start() throws InterruptedException {
    if (host().isPresent()) {
      host().get().awaitStart(this);
      return this;
    }
    if (!components.start()) {
      throw new IllegalStateException(name + " was stopped while it started");
    }
    return this;
  }

  /// Starts everything and waits until a signal (SIGINT, SIGTERM), [#close] or a fatal failure ends
  /// it; then stops everything in order. A second signal ends the process with code 1.
  ///
  /// In Go: {@index manager.Manager.Start}, {@index ctrl.SetupSignalHandler}.
  ///
  /// @throws StartException if a part cannot start
  /// @throws IllegalStateException if a fatal failure ended it; the failure is the cause
  /// @throws StopException if parts failed to stop, or exceeded the grace period
  public void run() throws InterruptedException {
    if (host().isPresent()) {
      host().get().awaitStart(this);
      awaitStop();
      return;
    }
    try (Signals _ = Signals.handle(components::requestStop)) {
      try {
        if (components.start()) {
          components.awaitStop();
        }
      } catch (Throwable e) {
        stop().filter(failure -> failure != e).ifPresent(e::addSuppressed);
        throw e;
      }
      // While signals are still handled: a second one ends a stop that hangs.
      StopException failure = stop().orElse(null);
      if (failure != null) {
        throw failure;
      }
    }
  }

  /// Waits until a started manager has stopped: after [#close], or after a fatal failure, which
  /// stops it by itself. Handles no signals; see [Signals].
  ///
  /// ```java
  /// manager.start();
  /// manager.awaitStop();
  /// ```
  ///
  /// @throws IllegalStateException if a fatal failure ended it; the failure is the cause
  /// @throws StopException if parts failed to stop, or exceeded the grace period
  public void awaitStop() throws InterruptedException {
    components.awaitStopped();
  }

  /// The failure that ended the manager, such as that of a [Component]; empty if there was none.
  public Optional<Throwable> failure() {
    return components.failure();
  }

  /// The checks of its health endpoints, its own and those of the options, whether they are served
  /// or not: `healthz/ping`, `readyz/caches`, ... A check may block as long as what it looks at.
  public SequencedMap<String, HealthCheck> healthChecks() {
    return checks.all();
  }

  /// The port of the health endpoints; empty before they listen and after the manager has stopped.
  public OptionalInt healthPort() {
    return health.map(HealthServer::port).orElse(OptionalInt.empty());
  }

  /// The port on which webhooks are served, once started; empty when there are none.
  public OptionalInt webhookPort() {
    return webhooks.server().port();
  }

  /// Waits until there is nothing to do, as [Settleable] defines it. Requests that another replica
  /// has to handle, which leads, do not count.
  @Override
  public void settle(Duration limit) throws InterruptedException {
    new Settling(
            name, live, activity, cache::all, cache::kinds, this::ownControllers, events::isIdle)
        .await(limit);
  }

  /// The time by which this manager waits, retries and renews: that of its options.
  public TimeSource time() {
    return options.time();
  }

  @Override
  public long activity() {
    return activity.count();
  }

  /// Without those of which only the leader runs the workers, on a replica that follows another.
  private List<QueuedController> ownControllers() {
    boolean follows = leaders.filter(LeaderGroup::isFollower).isPresent();
    return controllers.all().stream()
        .filter(c -> !(follows && c.options().isLeaderOnly()))
        .toList();
  }

  /// Whether the manager has started and not been stopped.
  public boolean isRunning() {
    return components.isRunning();
  }

  /// Stops everything in the reverse order: no reconcile begins after this, those that run get the
  /// grace period, all together. Returns when nothing of the manager is left, also if another
  /// thread closes it at the same time. Parts that fail to stop are logged; [#run] and [#awaitStop]
  /// throw for them.
  @Override
  public void close() {
    stop()
        .ifPresent(
            failure ->
                LoggerFactory.getLogger(Manager.class).warn("{}", failure.getMessage(), failure));
  }

  private Optional<StopException> stop() {
    try {
      return components.stop();
    } finally {
      live.close();
    }
  }

  private void startCaches() throws InterruptedException {
    cache.start();
    caches.start();
    // No constant: what the search for a library for logging costs, connecting need not wait for.
    Logger log = LoggerFactory.getLogger(Manager.class);
    ReflectionNotice.of(name, cache.kinds().stream().map(CachedKind::kind)).ifPresent(log::info);
    log.info("Waiting for the informer caches of {} to sync", name);
    new CacheSync(cache.kinds()).awaitSynced(options.syncTimeout());
  }
}
