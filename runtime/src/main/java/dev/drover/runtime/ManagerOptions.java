package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.client.TimeSource;
import dev.drover.client.Transport;
import dev.drover.informer.NamespaceOptions;
import dev.drover.runtime.health.HealthCheck;
import dev.drover.runtime.health.HealthOptions;
import dev.drover.runtime.leader.LeaderOptions;
import dev.drover.runtime.webhook.WebhookOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Options of a [Manager]: namespaces, controllers, time-outs, leader election, endpoints,
/// observers.
///
/// ```java
/// ManagerOptions.defaults().with(o -> o.namespaces("shop").leaderElection().health(8081))
/// ```
///
/// In Go: {@index manager.Options}, {@index cluster.Options}.
public final class ManagerOptions {
  private static final ManagerOptions DEFAULTS = new ManagerOptions(new Builder());

  private final SequencedMap<String, NamespaceOptions> namespaces;
  private final Optional<NamespaceOptions> otherNamespaces;
  private final Set<Kind<?>> uncached;
  private final ControllerOptions controllers;
  private final Duration grace;
  private final Duration syncTimeout;
  private final Duration readTimeout;
  private final Optional<Consumer<LeaderOptions.Builder>> leader;
  private final Optional<HealthOptions> health;
  private final WebhookOptions webhooks;
  private final Optional<Supplier<String>> metrics;
  private final SequencedMap<String, HealthCheck> healthChecks;
  private final SequencedMap<String, HealthCheck> readyChecks;
  private final TimeSource time;
  private final ControllerObserver observer;
  private final ReconcileTracer tracer;
  private final List<Transport.Layer> layers;
  private final @Nullable Transport transport;
  private final List<ManagerExtension> extensions;

  private ManagerOptions(Builder from) {
    this.namespaces = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(from.namespaces));
    this.otherNamespaces = from.otherNamespaces;
    this.uncached = Set.copyOf(from.uncached);
    this.controllers = from.controllers;
    this.grace = from.grace;
    this.syncTimeout = from.syncTimeout;
    this.readTimeout = from.readTimeout;
    this.leader = from.leader;
    this.health = from.health;
    this.webhooks = from.webhooks;
    this.metrics = from.metrics;
    this.healthChecks =
        Collections.unmodifiableSequencedMap(new LinkedHashMap<>(from.healthChecks));
    this.readyChecks = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(from.readyChecks));
    this.time = from.time;
    this.observer = from.observer;
    this.tracer = from.tracer;
    this.layers = List.copyOf(from.layers);
    this.transport = from.transport;
    this.extensions = List.copyOf(from.extensions);
  }

  /// All namespaces; half a minute to stop, two minutes to start; no HTTP server.
  public static ManagerOptions defaults() {
    return DEFAULTS;
  }

  /// A copy with changes.
  public ManagerOptions with(Consumer<Builder> change) {
    Builder builder = new Builder(this);
    change.accept(builder);
    return new ManagerOptions(builder);
  }

  /// Whose objects are cached and watched; none = all.
  public List<String> namespaces() {
    return List.copyOf(namespaces.keySet());
  }

  /// The namespaces that are named, each with its options.
  public SequencedMap<String, NamespaceOptions> namespaceOptions() {
    return namespaces;
  }

  /// The options of the namespaces that are not named; empty if they are not covered, unless none
  /// is named.
  public Optional<NamespaceOptions> otherNamespaces() {
    return otherNamespaces;
  }

  /// Kinds that the manager's client reads from the server.
  public Set<Kind<?>> uncached() {
    return uncached;
  }

  /// How controllers work that say nothing else.
  public ControllerOptions controllers() {
    return controllers;
  }

  /// How long running reconciles may take when the manager stops, all together.
  public Duration grace() {
    return grace;
  }

  /// How long caches may take at the start.
  public Duration syncTimeout() {
    return syncTimeout;
  }

  /// How long a read of the cache waits for the first list of its kind.
  public Duration readTimeout() {
    return readTimeout;
  }

  /// How replicas choose one of them to work; empty = every one works.
  public Optional<Consumer<LeaderOptions.Builder>> leader() {
    return leader;
  }

  /// Where `/healthz`, `/readyz` and `/metrics` are answered; empty = nowhere.
  public Optional<HealthOptions> health() {
    return health;
  }

  /// How webhooks are served, if there are any.
  public WebhookOptions webhooks() {
    return webhooks;
  }

  /// The numbers in Prometheus' form; empty = none.
  public Optional<Supplier<String>> metrics() {
    return metrics;
  }

  /// By name, for `/healthz`.
  public SequencedMap<String, HealthCheck> healthChecks() {
    return healthChecks;
  }

  /// By name, for `/readyz`, beside that of the caches.
  public SequencedMap<String, HealthCheck> readyChecks() {
    return readyChecks;
  }

  /// What waits, waits by it.
  public TimeSource time() {
    return time;
  }

  /// The observer of controllers and their queues.
  public ControllerObserver observer() {
    return observer;
  }

  /// Follows every run of a controller.
  public ReconcileTracer tracer() {
    return tracer;
  }

  /// Around the client's transport, the innermost first.
  public List<Transport.Layer> layers() {
    return layers;
  }

  /// What sends the requests, where the manager has no connections of its own.
  public Optional<Transport> transport() {
    return Optional.ofNullable(transport);
  }

  /// What is added to the manager from outside.
  public List<ManagerExtension> extensions() {
    return extensions;
  }

  @Override
  public String toString() {
    return "ManagerOptions[grace=%s, syncTimeout=%s, readTimeout=%s]"
        .formatted(grace, syncTimeout, readTimeout);
  }

  /// Changes options. Not thread safe.
  public static final class Builder {
    private SequencedMap<String, NamespaceOptions> namespaces = new LinkedHashMap<>();
    private Optional<NamespaceOptions> otherNamespaces = Optional.empty();
    private Set<Kind<?>> uncached = Set.of();
    private ControllerOptions controllers = ControllerOptions.defaults();
    private Duration grace = Duration.ofSeconds(30);
    private Duration syncTimeout = Duration.ofMinutes(2);
    private Duration readTimeout = Duration.ofSeconds(30);
    private Optional<Consumer<LeaderOptions.Builder>> leader = Optional.empty();
    private Optional<HealthOptions> health = Optional.empty();
    private WebhookOptions webhooks = WebhookOptions.defaults();
    private Optional<Supplier<String>> metrics = Optional.empty();
    private final SequencedMap<String, HealthCheck> healthChecks = new LinkedHashMap<>();
    private final SequencedMap<String, HealthCheck> readyChecks = new LinkedHashMap<>();
    private TimeSource time = TimeSource.system();
    private ControllerObserver observer = ControllerObserver.NONE;
    private ReconcileTracer tracer = ReconcileTracer.NONE;
    private final List<Transport.Layer> layers = new ArrayList<>();
    private @Nullable Transport transport;
    private final List<ManagerExtension> extensions = new ArrayList<>();

    private Builder() {
      healthChecks.put("ping", HealthCheck.PING);
    }

    private Builder(ManagerOptions from) {
      namespaces = new LinkedHashMap<>(from.namespaces);
      otherNamespaces = from.otherNamespaces;
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
      transport = from.transport;
      extensions.addAll(from.extensions);
    }

    /// Only objects of these namespaces are cached and watched; none = of all.
    public Builder namespaces(String... names) {
      namespaces = new LinkedHashMap<>();
      for (String name : names) {
        namespaces.put(name, NamespaceOptions.defaults());
      }
      return this;
    }

    /// Also objects of this namespace, with selectors of its own for every kind that is not
    /// declared with other options.
    ///
    /// ```java
    /// o.namespace("shop", n -> {}).otherNamespaces(n -> n.labels(labelIs("shared", "true")))
    /// ```
    ///
    /// In Go: {@index cache.Options.DefaultNamespaces}.
    public Builder namespace(String name, Consumer<NamespaceOptions.Builder> how) {
      namespaces.put(name, NamespaceOptions.defaults().with(how));
      return this;
    }

    /// Also objects of all namespaces that are not named.
    ///
    /// In Go: {@index cache.AllNamespaces}.
    public Builder otherNamespaces(Consumer<NamespaceOptions.Builder> how) {
      otherNamespaces = Optional.of(NamespaceOptions.defaults().with(how));
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

    /// Serves health, readiness and metrics on this port of all addresses; 0 = any free one.
    public Builder health(int port) {
      return health(h -> h.port(port));
    }

    /// Serves health, readiness and metrics.
    ///
    /// @param change the address, TLS, access to metrics
    public Builder health(Consumer<HealthOptions.Builder> change) {
      health = Optional.of(health.orElse(HealthOptions.defaults()).with(change));
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
    public Builder time(TimeSource keeper) {
      time = keeper;
      return this;
    }

    /// Sets the observer of controllers and their queues.
    public Builder observer(ControllerObserver ofControllers) {
      observer = ofControllers;
      return this;
    }

    /// Sets the tracer, which follows every run of a controller.
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

    /// Sends requests through a transport that outlives the manager, below its layers: managers
    /// that come and go then need no handshakes. Without it, a manager has connections of its own.
    public Builder transport(Transport shared) {
      transport = shared;
      return this;
    }

    /// Adds something to the manager from outside, such as a console.
    public Builder extension(ManagerExtension extension) {
      extensions.add(extension);
      return this;
    }
  }
}
