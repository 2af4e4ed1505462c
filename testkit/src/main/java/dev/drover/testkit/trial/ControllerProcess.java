package dev.drover.testkit.trial;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.RestClient;
import dev.drover.client.SharedClientFactory;
import dev.drover.client.Transport;
import dev.drover.informer.SharedCacheFactory;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.ReconcileTracer;
import dev.drover.runtime.Settleable;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A simulated process that runs controllers: after a crash it is started again without any state
/// in memory. Started and ended by one thread.
///
/// A manager with leader election leads as soon as it starts: its identity survives crashes, and
/// leases do not expire, see [ElectionTime].
final class ControllerProcess {
  private static final Duration PAUSE = Duration.ofMillis(1);
  private static final Duration START_LIMIT = Duration.ofMinutes(1);

  private final String name;
  private final Life life;
  private final Environment around;
  private final Supplier<DisturbanceLayer> layers;
  private volatile @Nullable Manager manager;
  private volatile @Nullable SharedControllers shared;
  private boolean seesAll; // whether the last life saw all namespaces
  private volatile @Nullable DisturbanceLayer layer;

  /// @param life what the process does when it starts
  /// @param layers a new one for each life
  ControllerProcess(String name, Life life, Environment around, Supplier<DisturbanceLayer> layers) {
    this.name = name;
    this.life = life;
    this.around = around;
    this.layers = layers;
  }

  /// What all processes of a run share.
  ///
  /// @param transport sends requests, below the layer of a process
  /// @param purge deletes what other runs have left, before a process that would see it
  record Environment(
      ClientConfig config,
      Transport transport,
      TrialTime time,
      ReconcileTracer tracer,
      Runnable purge) {}

  /// A factory of shared controllers, with the caches that it does not close.
  private record SharedControllers(SharedControllerFactory factory, SharedCacheFactory caches) {
    void close() {
      factory.close();
      caches.close();
    }
  }

  /// What a process does when it starts.
  @FunctionalInterface
  interface Life {
    /// Starts a manager with controllers.
    ///
    /// @param managers makes the manager
    void begin(Managers managers) throws Exception;
  }

  /// Makes the manager of a process.
  interface Managers {
    /// A manager that is on trial.
    ///
    /// @param base options to which those of the run are added
    /// @param change what may differ from those
    Manager connect(ManagerOptions base, Consumer<ManagerOptions.Builder> change);

    /// A factory of shared controllers that is on trial.
    SharedControllerFactory share(Consumer<FactoryOptions.Builder> change);
  }

  /// Adds handlers to a factory of shared controllers, and starts it.
  static Life ofFactory(Trial.FactorySetup setup, Consumer<FactoryOptions.Builder> change) {
    return managers -> {
      SharedControllerFactory made = managers.share(change);
      setup.addTo(made);
      made.start();
    };
  }

  /// Adds controllers to a manager, and starts it.
  static Life ofManager(Trial.Setup setup, Consumer<ManagerOptions.Builder> change) {
    return managers -> {
      Manager made = managers.connect(ManagerOptions.defaults(), change);
      setup.addTo(made);
      made.start();
    };
  }

  void start() throws Exception {
    DisturbanceLayer fresh = layers.get();
    ElectionTime election = new ElectionTime(this::leads);
    try (StartLimit _ = StartLimit.of(START_LIMIT, around.time)) {
      life.begin(
          new Managers() {
            @Override
            public Manager connect(ManagerOptions base, Consumer<ManagerOptions.Builder> change) {
              ManagerOptions options = options(base, change, fresh, election);
              look(options.namespaces());
              Manager made = Manager.connect(name, around.config, options);
              layer = fresh;
              manager = made;
              return made;
            }

            @Override
            public SharedControllerFactory share(Consumer<FactoryOptions.Builder> change) {
              layer = fresh;
              SharedControllers made = sharedControllers(change, fresh);
              shared = made;
              return made.factory;
            }
          });
    }
    awaitElection(fresh, election);
  }

  private SharedControllers sharedControllers(
      Consumer<FactoryOptions.Builder> change, DisturbanceLayer fresh) {
    Client client = Client.over(RestClient.over(around.config, around.transport).with(fresh));
    SharedClientFactory clients = SharedClientFactory.over(client, client.mapper());
    SharedCacheFactory caches = SharedCacheFactory.over(clients);
    FactoryOptions options =
        FactoryOptions.defaults()
            .with(
                o ->
                    o.namespaces(around.config.namespace())
                        .resync(Duration.ZERO) // which would hide what is forgotten
                        .controllers(c -> c.syncTimeout(Duration.ofDays(1))))
            .with(change)
            .with(o -> o.time(around.time).tracer(around.tracer).grace(Duration.ZERO));
    look(options.namespaces());
    return new SharedControllers(SharedControllerFactory.over(clients, caches, options), caches);
  }

  private void look(Collection<String> namespaces) {
    if (namespaces.isEmpty() && !seesAll) {
      around.purge.run();
    }
    seesAll = namespaces.isEmpty();
  }

  private ManagerOptions options(
      ManagerOptions base,
      Consumer<ManagerOptions.Builder> change,
      DisturbanceLayer fresh,
      ElectionTime election) {
    ManagerOptions options =
        base.with(
                o ->
                    o.namespaces(around.config.namespace())
                        .syncTimeout(Duration.ofDays(1))
                        .readTimeout(Duration.ofDays(1)))
            .with(change);
    return options.with(
        o -> {
          o.time(around.time).tracer(around.tracer).grace(Duration.ZERO).layer(fresh);
          o.transport(around.transport); // connections outlive the process
          options.health().ifPresent(_ -> o.health(0)); // any port: runs may be parallel
          options
              .leader()
              .ifPresent(
                  wanted ->
                      o.leaderElection(
                          l -> {
                            wanted.accept(l);
                            l.identity(name).time(election);
                          }));
        });
  }

  private boolean leads() {
    Manager now = manager;
    return now != null && now.isLeader();
  }

  /// Without an election a manager leads as soon as it runs.
  private void awaitElection(DisturbanceLayer fresh, ElectionTime election)
      throws InterruptedException {
    Manager started = manager;
    while (started != null && started.isRunning() && !fresh.isDead() && !election.isDecided()) {
      LockSupport.parkNanos(PAUSE.toNanos());
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted at the leader election of " + name);
      }
    }
  }

  String name() {
    return name;
  }

  boolean isDead() {
    DisturbanceLayer now = layer;
    return now != null && now.isDead();
  }

  /// What is settled; empty while the process is down.
  Optional<Settleable> controllers() {
    SharedControllers now = shared;
    return now == null ? Optional.ofNullable(manager) : Optional.of(now.factory);
  }

  /// Why its manager ended by itself, if it did.
  Optional<Throwable> failure() {
    return Optional.ofNullable(manager).filter(_ -> !isDead()).flatMap(Manager::failure);
  }

  /// Whether it has handlers of shared controllers.
  boolean isShared() {
    return shared != null;
  }

  boolean seesAllNamespaces() {
    return seesAll;
  }

  /// Writes the events that wait, as a process that stops does; those of a dead one are lost.
  void writeEvents() {
    Manager running = manager;
    if (running != null && !isDead()) {
      running.events().close();
    }
  }

  /// Ends it without a chance to write anything.
  void kill() {
    DisturbanceLayer last = layer;
    Manager running = manager;
    SharedControllers handlers = shared;
    if (last != null) {
      last.kill();
    }
    if (running != null) {
      running.close();
    }
    if (handlers != null) {
      handlers.close();
    }
    layer = null;
    manager = null;
    shared = null;
  }
}
