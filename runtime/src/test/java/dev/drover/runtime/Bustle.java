package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.IgnoredException;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import dev.drover.runtime.queue.RetryLimiter;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Many workers, keys and handlers that throw, block, ask for another run and come and go, over a
/// cache that loses its connection: at random, round by round. At the end of a round there is
/// peace, and then every object must have been handled as it is.
final class Bustle implements AutoCloseable {
  static final int WORKERS = 50;

  private static final String NAMESPACE = "bustle";
  private static final Duration PEACE = Duration.ofSeconds(90); // more than a back-off
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final long seed;
  private final Random random;
  private final int keys;
  private final EmbeddedApiServer server;
  private final Client client;
  private final SharedControllerFactory factory;
  private final SharedController<ConfigMap> maps;
  private final Map<ObjectKey, Thread> running = new ConcurrentHashMap<>();
  private final Map<ObjectKey, String> handled = new ConcurrentHashMap<>(); // the number in the map
  private final Set<Thread> workers = ConcurrentHashMap.newKeySet();
  private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();
  private final List<AutoCloseable> visitors = new ArrayList<>();
  private volatile boolean peace;
  private int number;

  Bustle(long seed, int keys) throws InterruptedException {
    this.seed = seed;
    this.random = new Random(seed);
    this.keys = keys;
    this.server =
        EmbeddedApiServer.start(EmbeddedApiServer.Options.defaults().with(o -> o.history(500)));
    ClientConfig config =
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    this.client = Client.connect(config);
    client.create(Namespace.named(NAMESPACE));
    this.factory =
        SharedControllerFactory.fromConfig(
            config,
            FactoryOptions.defaults()
                .with(
                    o ->
                        o.namespaces(NAMESPACE).grace(GRACE).controllers(c -> c.limiter(quick()))));
    this.maps = factory.forObject(ConfigMap.class);
    maps.registerHandler("enter", this::enter);
    maps.registerHandler("moody", (key, map) -> moody(key, map));
    maps.registerHandler("truth", this::handle);
    factory.start(WORKERS);
  }

  private static RetryLimiter quick() {
    return RetryLimiter.exponential(Duration.ofMillis(1), Duration.ofMillis(50));
  }

  private @Nullable ConfigMap enter(ObjectKey key, @Nullable ConfigMap map) {
    workers.add(Thread.currentThread());
    Thread other = running.put(key, Thread.currentThread());
    if (other != null) {
      mistakes.add(key + " is with " + other + " and " + Thread.currentThread());
    }
    return map;
  }

  private @Nullable ConfigMap moody(ObjectKey key, @Nullable ConfigMap map) throws IOException {
    switch (peace ? 9 : ThreadLocalRandom.current().nextInt(10)) {
      case 0 -> throw new IOException("not in the mood for " + key);
      case 1 -> throw new IllegalStateException("wrapped", new IgnoredException("does not matter"));
      case 2 -> LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
      case 3 -> maps.enqueueAfter(key.namespace(), key.name(), Duration.ofMillis(3));
      case 4 -> maps.enqueue(key);
      default -> {}
    }
    return map;
  }

  private @Nullable ConfigMap handle(ObjectKey key, @Nullable ConfigMap map) throws IOException {
    try {
      if (!peace && ThreadLocalRandom.current().nextInt(5) == 0) {
        throw new IOException("not yet");
      }
      if (map == null) {
        handled.remove(key);
      } else {
        handled.put(key, map.data().getOrDefault("n", ""));
      }
      return map;
    } finally {
      running.remove(key);
    }
  }

  void round(int round) throws Exception {
    peace = false;
    for (int i = 0; i < keys; i++) {
      write("map-" + random.nextInt(keys));
      if (random.nextInt(Math.max(2, keys / 5)) == 0) {
        trouble();
      }
    }
    server.faults().clear();
    peace = true;
    Map<ObjectKey, String> truth = truth();
    Eventually.holds(
        PEACE,
        () -> "round " + round + " of seed " + seed + ": " + difference(truth),
        () -> handled.equals(truth) && maps.controller().isIdle());
    assertThat(mistakes).isEmpty();
    workers.removeIf(thread -> !thread.isAlive());
    assertThat(workers).hasSizeLessThanOrEqualTo(WORKERS);
  }

  private String difference(Map<ObjectKey, String> truth) {
    var cached = maps.informer().indexer();
    return Stream.concat(truth.keySet().stream(), handled.keySet().stream())
            .distinct()
            .filter(key -> !Objects.equals(truth.get(key), handled.get(key)))
            .limit(5)
            .map(
                key ->
                    "%s is %s, was handled as %s, cached as %s"
                        .formatted(
                            key,
                            truth.get(key),
                            handled.get(key),
                            cached.getByKey(key).map(map -> map.data().get("n"))))
            .toList()
        + "; "
        + maps.controller().snapshot()
        + "; "
        + maps.informer().state();
  }

  private void write(String name) {
    var there = client.resources(ConfigMap.class).inNamespace(NAMESPACE);
    var found = there.find(name);
    String value = String.valueOf(number++);
    if (found.isEmpty()) {
      client.create(ConfigMap.named(NAMESPACE, name).with(m -> m.data("n", value)));
    } else if (random.nextInt(4) == 0) {
      there.delete(name);
    } else {
      client.edit(found.get(), m -> m.with(b -> b.data("n", value)));
    }
  }

  private void trouble() throws Exception {
    switch (random.nextInt(5)) {
      case 0 -> server.faults().cutWatches();
      case 1 -> {
        server.faults().compact();
        server.faults().cutWatches();
      }
      case 2 -> {
        server.faults().inject(RequestMatch.any().verb("watch"), Fault.refuse(500), 2);
        server.faults().cutWatches();
      }
      case 3 -> visitors.add(maps.registerHandler("visitor", this::moodyVisitor));
      default -> {
        if (!visitors.isEmpty()) {
          visitors.removeFirst().close();
        }
      }
    }
  }

  private @Nullable ConfigMap moodyVisitor(ObjectKey key, @Nullable ConfigMap map)
      throws IOException {
    return moody(key, map);
  }

  private Map<ObjectKey, String> truth() {
    Map<ObjectKey, String> truth = new HashMap<>();
    client
        .resources(ConfigMap.class)
        .inNamespace(NAMESPACE)
        .list()
        .items()
        .forEach(map -> truth.put(map.key(), map.data().getOrDefault("n", "")));
    return truth;
  }

  /// Bytes in use, when nothing more can be freed.
  static long heap() {
    System.gc();
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /// Closes in the midst of the bustle: within the grace period, and no worker is left.
  @Override
  public void close() {
    peace = false;
    maps.informer().indexer().listKeys().forEach(maps::enqueue);
    long begin = System.nanoTime();
    factory.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(GRACE);
    for (Thread worker : workers) {
      assertThat(hasEnded(worker)).as(worker + " has ended").isTrue();
    }
    client.close();
    server.close();
  }

  private static boolean hasEnded(Thread thread) {
    try {
      return thread.join(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
