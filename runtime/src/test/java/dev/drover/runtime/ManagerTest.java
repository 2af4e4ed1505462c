package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Secret;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/// controller-runtime's way: a manager and what it promises.
class ManagerTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static EmbeddedApiServer server;

  private ClientConfig config;
  private Client client;
  private String namespace;
  private Manager manager;

  @BeforeAll
  static void startServer() {
    server = EmbeddedApiServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void connect(TestInfo test) {
    config = ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    client = Client.connect(config);
    namespace = "m" + Integer.toHexString(test.getTestMethod().orElseThrow().getName().hashCode());
    client.create(Namespace.named(namespace));
    manager = manager("test-manager");
  }

  private Manager manager(String name) {
    return Manager.connect(
        name,
        config,
        ManagerOptions.DEFAULT.with(
            o -> o.namespaces(namespace).grace(Duration.ofSeconds(5)).syncTimeout(SOON)));
  }

  @AfterEach
  void close() {
    manager.close();
    client.close();
    server.faults().clear();
  }

  private static <V> V next(BlockingQueue<V> queue) throws InterruptedException {
    V value = queue.poll(20, TimeUnit.SECONDS);
    assertThat(value).isNotNull();
    return value;
  }

  private ConfigMap create(String name) {
    return client.create(ConfigMap.named(namespace, name));
  }

  @Test
  void reconcilerGetsEveryObjectAndIsNotCalledForOneThatIsGone() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    BlockingQueue<Request> gone = new LinkedBlockingQueue<>();
    create("a");
    manager
        .controllerFor(ConfigMap.class)
        .onGone(gone::add)
        .complete(
            (map, ctx) -> {
              seen.add(map.name());
              return Result.done();
            });
    manager.start();
    assertThat(next(seen)).isEqualTo("a");
    create("b");
    assertThat(next(seen)).isEqualTo("b");
    client.resources(ConfigMap.class).inNamespace(namespace).delete("a");
    assertThat(next(gone)).isEqualTo(Request.of(namespace, "a"));
    assertThat(seen).isEmpty();
  }

  @Test
  void reasonSaysWhichObjectChangedAndWhere() throws Exception {
    BlockingQueue<String> reasons = new LinkedBlockingQueue<>();
    ConfigMap map = create("a");
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (object, ctx) -> {
              reasons.add(ctx.reason().toString());
              return Result.done();
            });
    manager.start();
    assertThat(next(reasons)).isEqualTo("ConfigMap " + namespace + "/a there at the start");
    client.edit(map, m -> m.with(b -> b.data("color", "red")));
    assertThat(next(reasons)).isEqualTo("ConfigMap " + namespace + "/a updated (data)");
  }

  @Test
  void changeByTheManagerItselfIsToldAsSuch() throws Exception {
    BlockingQueue<Reason> reasons = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              reasons.add(ctx.reason());
              ctx.client().editMetadata(map, m -> m.withAnnotation("seen", "yes"));
              return Result.done();
            });
    manager.start();
    create("a");
    assertThat(next(reasons)).isInstanceOf(Reason.Event.class);
    assertThat(next(reasons)).isInstanceOf(Reason.OwnWrite.class);
    assertThat(reasons.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void finalizerIsAddedAndTheObjectGoesOnlyAfterTheCleanUp() throws Exception {
    CountDownLatch reconciled = new CountDownLatch(1);
    BlockingQueue<String> cleaned = new LinkedBlockingQueue<>();
    BlockingQueue<Request> gone = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .finalizer(
            "test.drover.dev/cleanup",
            (map, ctx) -> {
              cleaned.add(map.name());
              return Result.done();
            })
        .onGone(gone::add)
        .complete(
            (map, ctx) -> {
              assertThat(map.metadata().finalizers()).contains("test.drover.dev/cleanup");
              reconciled.countDown();
              return Result.done();
            });
    manager.start();
    create("a");
    assertThat(reconciled.await(20, TimeUnit.SECONDS)).isTrue();
    client.resources(ConfigMap.class).inNamespace(namespace).delete("a");
    assertThat(next(cleaned)).isEqualTo("a");
    next(gone);
    assertThat(client.resources(ConfigMap.class).inNamespace(namespace).find("a")).isEmpty();
  }

  @Test
  void readsNeverReturnAnythingOlderThanTheOwnWritesWhileTheWatchIsSlow() throws Exception {
    BlockingQueue<String> result = new LinkedBlockingQueue<>();
    ConfigMap map = create("a");
    manager.controllerFor(ConfigMap.class).completeRequests((request, ctx) -> Result.done());
    manager.start();
    server.faults().inject(RequestMatch.any().verb("watch"), Fault.delay(Duration.ofHours(1)));
    server.faults().cutWatches("configmaps");
    ClusterClient cached = manager.client();
    ConfigMap written = cached.edit(map, m -> m.with(b -> b.data("n", "1")));
    assertThat(cached.get(ConfigMap.class, namespace, "a")).isEqualTo(written);
    assertThat(cached.list(ConfigMap.class)).contains(written).doesNotContain(map);
    ConfigMap fresh = cached.create(ConfigMap.named(namespace, "b"));
    assertThat(cached.find(ConfigMap.class, namespace, "b")).contains(fresh);
    assertThat(cached.list(ConfigMap.class)).contains(fresh);
    cached.delete(written);
    assertThat(cached.find(ConfigMap.class, namespace, "a")).isEmpty();
    assertThat(cached.list(ConfigMap.class)).extracting(ConfigMap::name).doesNotContain("a");
    assertThatThrownBy(() -> cached.get(ConfigMap.class, namespace, "a"))
        .isInstanceOf(ApiException.NotFound.class)
        .hasMessageContaining("configmaps \"a\" not found");
    assertThat(result).isEmpty();
  }

  @Test
  void kindThatNobodyDeclaredIsAnErrorWithTheMissingLine() {
    assertThatThrownBy(() -> manager.client().list(Secret.class))
        .isInstanceOf(UndeclaredKindException.class)
        .hasMessageContaining(".owns(Secret.class)")
        .hasMessageContaining("client().live()");
  }

  @Test
  void twoManagersInOneProcessKnowNothingOfEachOther() throws Exception {
    BlockingQueue<String> one = new LinkedBlockingQueue<>();
    BlockingQueue<String> other = new LinkedBlockingQueue<>();
    try (Manager second = manager("second-manager")) {
      for (var pair : List.of(new Pair(manager, one), new Pair(second, other))) {
        pair.manager
            .controllerFor(ConfigMap.class)
            .complete(
                (map, ctx) -> {
                  pair.seen.add(map.name());
                  return Result.done();
                });
        pair.manager.start();
      }
      create("a");
      assertThat(next(one)).isEqualTo("a");
      assertThat(next(other)).isEqualTo("a");
    }
    create("b");
    assertThat(next(one)).isEqualTo("b");
    assertThat(other).isEmpty();
  }

  private record Pair(Manager manager, BlockingQueue<String> seen) {}

  @Test
  void closeWaitsForRunningReconcilesAndStartsNoneAfterwards() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch finish = new CountDownLatch(1);
    BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              running.countDown();
              finish.await();
              ends.add(map.name());
              return Result.done();
            });
    manager.start();
    create("a");
    assertThat(running.await(20, TimeUnit.SECONDS)).isTrue();
    Thread closing = Thread.ofVirtual().start(manager::close);
    while (manager.isRunning()) {
      Thread.onSpinWait();
    }
    assertThat(closing.join(Duration.ofMillis(50))).isFalse(); // it waits for the run
    finish.countDown();
    assertThat(closing.join(Duration.ofSeconds(10))).isTrue();
    create("b");
    assertThat(ends.poll(100, TimeUnit.MILLISECONDS)).isEqualTo("a");
    assertThat(ends.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void healthAndReadinessAreAnsweredOverHttp() throws Exception {
    try (Manager healthy =
        Manager.connect(
            "healthy",
            config,
            ManagerOptions.DEFAULT.with(
                o ->
                    o.namespaces(namespace)
                        .health(new java.net.InetSocketAddress("127.0.0.1", 0))
                        .metrics(() -> "up 1\n")))) {
      healthy.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
      healthy.start();
      String base = "http://127.0.0.1:" + healthy.healthPort().orElseThrow();
      assertThat(get(base + "/healthz")).isEqualTo("200 ok");
      assertThat(get(base + "/readyz?verbose"))
          .isEqualTo("200 [+]caches ok\n[+]webhooks ok\nreadyz check passed\n");
      assertThat(get(base + "/readyz/caches")).isEqualTo("200 ok");
      assertThat(get(base + "/readyz/other")).startsWith("404");
      assertThat(get(base + "/metrics")).isEqualTo("200 up 1\n");
    }
  }

  private static String get(String url) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      var answer =
          http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }

  @Test
  void errorHandlerDecidesWhatAnExceptionMeans() throws Exception {
    BlockingQueue<Integer> runs = new LinkedBlockingQueue<>();
    BlockingQueue<String> errors = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .onError(
            (map, error, ctx) -> {
              errors.add(error.getMessage());
              return Result.terminal("as decided");
            })
        .complete(
            (map, ctx) -> {
              runs.add(ctx.attempt());
              throw new java.io.IOException("no");
            });
    manager.start();
    create("a");
    assertThat(next(runs)).isEqualTo(1);
    assertThat(next(errors)).isEqualTo("no");
    assertThat(runs.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void namesOfObjectsAreEnoughForARequestReconciler() throws Exception {
    BlockingQueue<ObjectKey> seen = new LinkedBlockingQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .completeRequests(
            (request, ctx) -> {
              seen.add(request.key());
              return Result.done();
            });
    manager.start();
    create("a");
    assertThat(next(seen).name()).isEqualTo("a");
    client.resources(ConfigMap.class).inNamespace(namespace).delete("a");
    assertThat(next(seen).name()).isEqualTo("a");
  }

  @Test
  void unmanagedControllerIsStartedByItsOwner() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    create("a");
    try (Controller unmanaged =
        manager
            .controllerFor(ConfigMap.class)
            .unmanaged()
            .complete(
                (map, ctx) -> {
                  seen.add(map.name());
                  return Result.done();
                })) {
      manager.start();
      assertThat(seen.poll(100, TimeUnit.MILLISECONDS)).isNull();
      unmanaged.start();
      assertThat(next(seen)).isEqualTo("a");
    }
  }

  @Test
  void requestsAlsoComeFromCodeAndFromTimers() throws Exception {
    BlockingQueue<Reason> reasons = new LinkedBlockingQueue<>();
    ManualTime time = new ManualTime();
    Channel channel = Source.channel("hook");
    Request request = Request.of(namespace, "a");
    manager
        .controllerFor(ConfigMap.class)
        .watches(channel)
        .watches(Source.every(Duration.ofHours(1), time, () -> List.of(request)))
        .completeRequests(
            (some, ctx) -> {
              reasons.add(ctx.reason());
              return Result.done();
            });
    manager.start();
    channel.send(request);
    assertThat(next(reasons)).isInstanceOf(Reason.Enqueued.class);
    time.awaitAlarms(1);
    time.advance(Duration.ofHours(1));
    assertThat(next(reasons)).isEqualTo(new Reason.Timer(Duration.ofHours(1)));
  }

  @Test
  void onlyTheReplicaThatLeadsWorksAndTheNextTakesOverWithWhatIsLeft() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    Manager first = replica("one", seen);
    first.start();
    create("a");
    assertThat(next(seen)).isEqualTo("one a");
    try (Manager second = replica("two", seen)) {
      second.start();
      assertThat(second.isLeader()).isFalse();
      create("b");
      assertThat(next(seen)).isEqualTo("one b");
      first.close();
      assertThat(List.of(next(seen), next(seen))).containsExactlyInAnyOrder("two a", "two b");
      assertThat(second.isLeader()).isTrue();
    }
  }

  private Manager replica(String identity, BlockingQueue<String> seen) {
    Manager replica =
        Manager.connect(
            "replicated",
            config.withNamespace(namespace),
            ManagerOptions.DEFAULT.with(
                o ->
                    o.namespaces(namespace)
                        .grace(Duration.ofSeconds(5))
                        .leaderElection(
                            l ->
                                l.times(
                                    Duration.ofSeconds(3),
                                    Duration.ofSeconds(2),
                                    Duration.ofMillis(100)))));
    replica
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              seen.add(identity + " " + map.name());
              return Result.done();
            });
    return replica;
  }

  @Test
  void settleReturnsWhenEverythingThatWasWrittenHasBeenReconciled() throws Exception {
    manager
        .controllerFor(ConfigMap.class)
        .owns(Secret.class)
        .complete(
            (map, ctx) -> {
              if (ctx.client().find(Secret.class, namespace, map.name()).isEmpty()) {
                ctx.client().create(Secret.named(namespace, map.name()).with(s -> s.ownedBy(map)));
              }
              return Result.done();
            });
    manager.start();
    for (int i = 0; i < 20; i++) {
      create("a" + i);
    }
    manager.settle(SOON);
    var secrets = client.resources(Secret.class).inNamespace(namespace);
    assertThat(secrets.list().items()).hasSize(20);
    secrets.delete("a7");
    client.resources(ConfigMap.class).inNamespace(namespace).delete("a8");
    manager.settle(SOON);
    assertThat(secrets.find("a7")).isPresent();
    assertThat(manager.client().find(ConfigMap.class, namespace, "a8")).isEmpty();
  }

  @Test
  void settleSaysWhatIsGoingOnWhenThereIsNoRest() throws Exception {
    CountDownLatch forever = new CountDownLatch(1);
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              forever.await();
              return Result.done();
            });
    manager.start();
    create("stuck");
    assertThatThrownBy(() -> manager.settle(Duration.ofMillis(300)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("did not come to rest within 300 ms")
        .hasMessageContaining("stuck");
    forever.countDown();
  }

  @Test
  void controllerThatRunsInCirclesIsReportedWithTheFieldThatItWrites() throws Exception {
    BlockingQueue<HotLoop> loops = new LinkedBlockingQueue<>();
    ControllerObserver observer =
        new ControllerObserver() {
          @Override
          public void hotLoop(HotLoop loop) {
            loops.add(loop);
          }
        };
    try (Manager restless =
        Manager.connect(
            "restless",
            config,
            ManagerOptions.DEFAULT.with(o -> o.namespaces(namespace).observer(observer)))) {
      restless
          .controllerFor(ConfigMap.class)
          .complete(
              (map, ctx) -> {
                String next =
                    Integer.toString(map.data().size() + map.metadata().annotations().size());
                ctx.client().edit(map, m -> m.with(b -> b.data("run" + next, next)));
                return Result.done();
              });
      restless.start();
      create("a");
      HotLoop loop = next(loops);
      assertThat(loop.request()).isEqualTo(Request.of(namespace, "a"));
      assertThat(loop.runs()).isEqualTo(10);
      assertThat(loop.written()).hasSize(1).first().asString().startsWith("data");
      assertThat(loop.toString()).contains("controller configmap runs in circles over");
    }
  }
}
