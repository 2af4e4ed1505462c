package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.Timekeeper;
import dev.drover.client.Transport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// How a manager works.
///
/// ```java
/// ManagerOptions.DEFAULT.with(o -> o.namespaces("shop").leaderElection().health(8081))
/// ```
///
/// In Go: {@index manager.Options}, {@index cluster.Options}.
///
/// @param namespaces whose objects are cached and watched; none = all
/// @param uncached kinds that the manager's client reads from the server
/// @param controllers how controllers work that say nothing else
/// @param grace how long running reconciles may take when the manager stops, all together
/// @param syncTimeout how long caches may take at the start
/// @param readTimeout how long a read of the cache waits for the first list of its kind
/// @param leader how replicas choose one of them to work; empty = every one works
/// @param health where `/healthz`, `/readyz` and `/metrics` are answered; empty = nowhere
/// @param webhooks how webhooks are served, if there are any
/// @param metrics the numbers in Prometheus' form; empty = none
/// @param healthChecks by name, for `/healthz`
/// @param readyChecks by name, for `/readyz`, beside that of the caches
/// @param time what waits, waits by it
/// @param observer is told what controllers and their queues do
/// @param tracer follows every run of a controller
/// @param layers around the client's transport, the innermost first
public record ManagerOptions(
    List<String> namespaces,
    Set<Kind<?>> uncached,
    ControllerOptions controllers,
    Duration grace,
    Duration syncTimeout,
    Duration readTimeout,
    Optional<Consumer<LeaderOptions.Builder>> leader,
    Optional<InetSocketAddress> health,
    WebhookOptions webhooks,
    Optional<Supplier<String>> metrics,
    SequencedMap<String, HealthCheck> healthChecks,
    SequencedMap<String, HealthCheck> readyChecks,
    Timekeeper time,
    ControllerObserver observer,
    ReconcileTracer tracer,
    List<Transport.Layer> layers) {
  /// All namespaces; half a minute to stop, two minutes to start; no HTTP server.
  public static final ManagerOptions DEFAULT = new Builder().build();

  /// Copies lists and maps.
  public ManagerOptions {
    namespaces = List.copyOf(namespaces);
    uncached = Set.copyOf(uncached);
    layers = List.copyOf(layers);
    healthChecks = new LinkedHashMap<>(healthChecks);
    readyChecks = new LinkedHashMap<>(readyChecks);
  }

  /// A changed copy.
  public ManagerOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return builder.build();
  }

  /// Builds options.
  public static final class Builder {
    private List<String> namespaces = List.of();
    private Set<Kind<?>> uncached = Set.of();
    private ControllerOptions controllers = ControllerOptions.DEFAULT;
    private Duration grace = Duration.ofSeconds(30);
    private Duration syncTimeout = Duration.ofMinutes(2);
    private Duration readTimeout = Duration.ofSeconds(30);
    private Optional<Consumer<LeaderOptions.Builder>> leader = Optional.empty();
    private Optional<InetSocketAddress> health = Optional.empty();
    private WebhookOptions webhooks = WebhookOptions.DEFAULT;
    private Optional<Supplier<String>> metrics = Optional.empty();
    private final SequencedMap<String, HealthCheck> healthChecks = new LinkedHashMap<>();
    private final SequencedMap<String, HealthCheck> readyChecks = new LinkedHashMap<>();
    private Timekeeper time = Timekeeper.system();
    private ControllerObserver observer = ControllerObserver.NONE;
    private ReconcileTracer tracer = ReconcileTracer.NONE;
    private final List<Transport.Layer> layers = new ArrayList<>();

    private Builder() {
      healthChecks.put("ping", HealthCheck.PING);
    }

    private Builder(ManagerOptions from) {
      namespaces = from.namespaces;
      uncached = from.uncached;
      controllers = from.controllers;
      grace = from.grace;
      syncTimeout = from.syncTimeout;
      readTimeout = from.readTimeout;
      leader = from.leader;
      health = from.health;
      webhooks = from.webhooks;
      metrics = from.metrics;
      healthChecks.putAll(from.healthChecks);
      readyChecks.putAll(from.readyChecks);
      time = from.time;
      observer = from.observer;
      tracer = from.tracer;
      layers.addAll(from.layers);
    }

    /// Only objects of these namespaces are cached and watched; none = of all.
    public Builder namespaces(String... names) {
      namespaces = List.of(names);
      return this;
    }

    /// The manager's client reads these kinds from the server, every time: too many to keep at
    /// hand, too secret, or too rarely needed. They may be watched all the same.
    ///
    /// In Go: {@index client.CacheOptions.DisableFor}.
    @SafeVarargs
    public final Builder uncached(Class<? extends KubernetesObject>... types) {
      Set<Kind<?>> kinds = new HashSet<>();
      for (Class<? extends KubernetesObject> type : types) {
        kinds.add(Kind.of(type));
      }
      uncached = kinds;
      return this;
    }

    /// How controllers work that say nothing else.
    public Builder controllers(Consumer<ControllerOptions.Builder> change) {
      controllers = controllers.with(change);
      return this;
    }

    /// How long running reconciles may take when the manager stops.
    ///
    /// In Go: {@index manager.Options.GracefulShutdownTimeout}.
    public Builder grace(Duration limit) {
      grace = limit;
      return this;
    }

    /// How long caches may take at the start.
    public Builder syncTimeout(Duration limit) {
      syncTimeout = limit;
      return this;
    }

    /// How long a read of a declared kind waits when the first list of the kind has not arrived
    /// yet, as after a declaration while the manager runs; 30 s if nothing else is set.
    ///
    /// @throws IllegalArgumentException if the limit is negative
    public Builder readTimeout(Duration limit) {
      if (limit.isNegative()) {
        throw new IllegalArgumentException("need readTimeout >= 0, got " + limit);
      }
      readTimeout = limit;
      return this;
    }

    /// Only one of several replicas works at a time: the one that holds the lease, which is named
    /// like the manager and lives in the namespace of the configuration. The others keep their
    /// caches warm.
    public Builder leaderElection() {
      return leaderElection(_ -> {});
    }

    /// Only one of several replicas works at a time.
    ///
    /// In Go: {@index manager.Options.LeaderElection}.
    ///
    /// @param change the namespace, the times, the identity
    public Builder leaderElection(Consumer<LeaderOptions.Builder> change) {
      leader = Optional.of(change);
      return this;
    }

    /// Answers health, readiness and metrics on this port of all addresses; 0 = any free one.
    public Builder health(int port) {
      return health(new InetSocketAddress(port));
    }

    /// Answers health, readiness and metrics there.
    public Builder health(InetSocketAddress address) {
      health = Optional.of(address);
      return this;
    }

    /// How webhooks are served: the port, the certificate.
    public Builder webhooks(Consumer<WebhookOptions.Builder> change) {
      webhooks = webhooks.with(change);
      return this;
    }

    /// Where the numbers come from that `/metrics` answers.
    public Builder metrics(Supplier<String> prometheus) {
      metrics = Optional.of(prometheus);
      return this;
    }

    /// One more condition of being healthy.
    ///
    /// In Go: {@index manager.Manager.AddHealthzCheck}.
    public Builder healthCheck(String name, HealthCheck check) {
      healthChecks.put(name, check);
      return this;
    }

    /// One more condition of being ready, beside that of the caches.
    ///
    /// In Go: {@index manager.Manager.AddReadyzCheck}.
    public Builder readyCheck(String name, HealthCheck check) {
      readyChecks.put(name, check);
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

    /// Who follows every run of a controller.
    public Builder tracer(ReconcileTracer ofRuns) {
      tracer = ofRuns;
      return this;
    }

    /// One more layer around the transport of the manager's client: it sees every request, those of
    /// caches, events and leader election too.
    public Builder layer(Transport.Layer layer) {
      layers.add(layer);
      return this;
    }

    private ManagerOptions build() {
      return new ManagerOptions(
          namespaces,
          uncached,
          controllers,
          grace,
          syncTimeout,
          readTimeout,
          leader,
          health,
          webhooks,
          metrics,
          healthChecks,
          readyChecks,
          time,
          observer,
          tracer,
          layers);
    }
  }
}
