package dev.drover.server.aggregation;

import dev.drover.api.GroupVersion;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.lifecycle.Lifecycle;
import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.ApiObjects;
import dev.drover.server.core.Catalog;
import dev.drover.server.discovery.RemoteVersion;
import dev.drover.server.metrics.Labels;
import dev.drover.server.metrics.MetricSource;
import dev.drover.server.metrics.MetricsText;
import dev.drover.server.poststart.ServerOwnedObjects;
import dev.drover.server.storage.Change;
import dev.drover.server.storage.Store;
import dev.drover.server.webhook.Services;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The API servers that are registered by `APIService` objects with a service.
///
/// ```
/// APIService ─▶ unchecked ── answers ──▶ available ── no answer ──▶ unavailable ─┐
///                   └────── no answer ───────────────────▶ ▲ └────── answers ◀───┘
/// ```
///
/// *Threading:* a thread of its own, which starts with the first backend, asks each backend what it
/// serves, and writes the condition `Available`. Requests read the last result.
///
/// In Go: `kube-aggregator`.
public final class AggregatedApis implements MetricSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AggregatedApis.class);
  private static final String STORAGE = "apiregistration.k8s.io/apiservices";
  private static final GroupVersionKind KIND =
      new GroupVersionKind("apiregistration.k8s.io", "v1", "APIService");
  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration RECHECK = Duration.ofSeconds(30);
  private static final Duration RECHECK_UNAVAILABLE = Duration.ofSeconds(1);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final Store store;
  private final InstantSource clock;
  private final BackendClient client;
  private final ServerOwnedObjects objects;
  private final Lifecycle threads =
      new Lifecycle(
          "server", e -> LOG.error("aggregation: the thread that checks backends ended", e));
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean isStarted; // guarded by lock
  private boolean isDue; // guarded by lock
  private volatile Map<GroupVersion, Remote> remotes = Map.of();
  private volatile RemoteVersion.Snapshot snapshot = RemoteVersion.Snapshot.NONE;

  /// A backend with the result of the last check; null before the first.
  private record Remote(Backend backend, @Nullable Availability state) {
    boolean isAvailable() {
      return state != null && state.isAvailable();
    }
  }

  public AggregatedApis(
      Store store, Catalog catalog, ApiObjects objects, Services services, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.client = new BackendClient(services);
    this.objects = new ServerOwnedObjects(objects, catalog, KIND, "apiservices");
    services.onChange(this::wake);
  }

  /// Begins to look after the registered backends.
  public void start() {
    store.observe(this::changed);
    reload();
  }

  private void changed(Change change) {
    if (change.object().key().resource().equals(STORAGE)) {
      reload();
    }
  }

  /// What is not served here, at this moment.
  public RemoteVersion.Snapshot versions() {
    return snapshot;
  }

  /// The backend of a version; empty if this server serves it, or nothing does.
  Optional<Backend> backend(GroupVersion version) {
    return Optional.ofNullable(remotes.get(version)).map(Remote::backend);
  }

  boolean isAvailable(GroupVersion version) {
    Remote remote = remotes.get(version);
    return remote != null && remote.isAvailable();
  }

  BackendClient client() {
    return client;
  }

  /// Checks all backends soon.
  void wake() {
    lock.lock();
    try {
      isDue = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /// Reads the registrations anew; what is known of a backend that is still registered stays.
  private void reload() {
    lock.lock();
    try {
      Map<GroupVersion, Remote> now = new LinkedHashMap<>();
      for (Map<String, @Nullable Object> tree : store.objects().list(STORAGE, "")) {
        Backend.of(TreeNode.view(tree))
            .ifPresent(
                backend -> {
                  Remote known = remotes.get(backend.version());
                  boolean isSame = known != null && known.backend.equals(backend);
                  now.put(backend.version(), isSame ? known : new Remote(backend, null));
                });
      }
      if (now.equals(remotes)) {
        return; // only a status was written, or that of another kind of service
      }
      publish(now);
      isDue = true;
      if (!isStarted && !now.isEmpty()) {
        isStarted = true;
        threads.fork("aggregation", this::run);
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  private void publish(Map<GroupVersion, Remote> now) {
    remotes = Map.copyOf(now);
    List<RemoteVersion> versions = new ArrayList<>();
    now.values()
        .forEach(
            remote ->
                versions.add(
                    new RemoteVersion(
                        remote.backend.version(),
                        remote.backend.groupPriority(),
                        remote.backend.versionPriority(),
                        remote.isAvailable(),
                        remote.state == null ? Map.of() : remote.state.document())));
    snapshot = new RemoteVersion.Snapshot(snapshot.generation() + 1, List.copyOf(versions));
  }

  private void run() throws InterruptedException {
    while (true) {
      List<Remote> all = List.copyOf(remotes.values());
      client.retain(all.stream().map(Remote::backend).toList());
      for (Remote remote : all) {
        check(remote);
      }
      awaitDue();
    }
  }

  private void awaitDue() throws InterruptedException {
    boolean isAllWell = remotes.values().stream().allMatch(Remote::isAvailable);
    long left = (isAllWell ? RECHECK : RECHECK_UNAVAILABLE).toNanos();
    lock.lockInterruptibly();
    try {
      while (!isDue && left > 0) {
        left = changed.awaitNanos(left);
      }
      isDue = false;
    } finally {
      lock.unlock();
    }
  }

  private void check(Remote remote) throws InterruptedException {
    Map<String, @Nullable Object> last = remote.state == null ? Map.of() : remote.state.document();
    Availability found = probe(remote.backend, last);
    lock.lock();
    try {
      Remote current = remotes.get(remote.backend.version());
      if (current == null || !current.backend.equals(remote.backend)) {
        return; // registered anew in the meantime
      }
      if (found.equals(current.state)) {
        return;
      }
      Map<GroupVersion, Remote> now = new HashMap<>(remotes);
      now.put(remote.backend.version(), new Remote(remote.backend, found));
      publish(now);
    } finally {
      lock.unlock();
    }
    if (remote.state == null || !found.isSameCondition(remote.state)) {
      writeStatus(remote.backend, found);
    }
  }

  private Availability probe(Backend backend, Map<String, @Nullable Object> last)
      throws InterruptedException {
    String[] name = backend.service().service().split("/", 2);
    if (!client.isMapped(backend)) {
      return Availability.failed(
          "ServiceNotFound",
          "service/%s in \"%s\" is not present: map it to a local port".formatted(name[1], name[0]),
          last);
    }
    String url = backend.service().base() + backend.path();
    try {
      HttpResponse<InputStream> response =
          client.send(
              backend,
              "GET",
              backend.path(),
              Map.of("Accept", List.of("application/json")),
              new byte[0],
              CHECK_TIMEOUT);
      byte[] body = response.body().readAllBytes();
      // A server that refuses an unknown caller is available, too.
      boolean isThere =
          response.statusCode() < 300 || List.of(401, 403).contains(response.statusCode());
      if (!isThere) {
        return Availability.failed(
            "FailedDiscoveryCheck",
            "failing or missing response from %s: bad status from %s: %d"
                .formatted(url, url, response.statusCode()),
            last);
      }
      return Availability.passed(document(body));
    } catch (IOException | UnreadableException e) {
      return Availability.failed(
          "FailedDiscoveryCheck",
          "failing or missing response from %s: Get \"%s\": %s".formatted(url, url, reason(e)),
          last);
    }
  }

  private static String reason(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private static Map<String, @Nullable Object> document(byte[] body) {
    return TypedForm.parse(body).tree() instanceof Map<?, ?> map
        ? TreeNode.copyOf(TreeNode.view(map).map()).map()
        : Map.of();
  }

  private void writeStatus(Backend backend, Availability state) {
    Map<String, Object> condition = new LinkedHashMap<>();
    condition.put("type", "Available");
    condition.put("status", state.isAvailable() ? "True" : "False");
    condition.put("lastTransitionTime", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    condition.put("reason", state.reason());
    condition.put("message", state.message());
    objects.applyStatus(
        backend.apiService(),
        "kube-aggregator",
        status -> status.set("conditions", List.of(condition)));
  }

  @Override
  public void write(MetricsText text) {
    Map<GroupVersion, Remote> now = remotes;
    if (!now.isEmpty()) {
      String name = "aggregator_unavailable_apiservice";
      text.family(name, "gauge", "Whether an API service does not answer.");
      now.values()
          .forEach(
              remote ->
                  text.sample(
                      name,
                      Labels.of("name", remote.backend.apiService()),
                      remote.isAvailable() ? 0 : 1));
    }
  }

  @Override
  public void close() {
    threads.close(STOP_LIMIT);
    client.close();
  }
}
