package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.PartialObject;
import dev.drover.api.Scope;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ManualTime;
import dev.drover.client.WriteOptions;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.server.EmbeddedApiServer;
import dev.drover.server.Fault;
import dev.drover.server.RequestMatch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a manager does with its watches, and what it reads while they bring nothing.
class ManagerWatchesTest {
  private static final String NAMESPACE = "default";

  private EmbeddedApiServer server;
  private ClientConfig config;
  private Client client;
  private Manager manager;

  @BeforeEach
  void start() {
    server = EmbeddedApiServer.start();
    config = ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
    client = Client.connect(config);
    manager =
        Manager.connect(
            "slow", config, ManagerOptions.defaults().with(o -> o.namespaces(NAMESPACE)));
  }

  @AfterEach
  void stop() {
    manager.close();
    client.close();
    server.close();
  }

  @Test
  void readsAreNeverOlderThanOwnWritesWhileTheWatchIsSlow() throws Exception {
    BlockingQueue<String> result = new LinkedBlockingQueue<>();
    ConfigMap map = client.create(ConfigMap.named(NAMESPACE, "a"));
    manager.controllerFor(ConfigMap.class).completeRequests((request, ctx) -> Result.done());
    manager.start();
    server.faults().inject(RequestMatch.any().verb("watch"), Fault.delay(Duration.ofHours(1)));
    server.faults().cutWatches("configmaps");
    ClusterClient cached = manager.client();
    ConfigMap written = cached.edit(map, m -> m.with(b -> b.data("n", "1")));
    assertThat(cached.get(ConfigMap.class, NAMESPACE, "a")).isEqualTo(written);
    assertThat(cached.list(ConfigMap.class)).contains(written).doesNotContain(map);
    ConfigMap fresh = cached.create(ConfigMap.named(NAMESPACE, "b"));
    assertThat(cached.find(ConfigMap.class, NAMESPACE, "b")).contains(fresh);
    assertThat(cached.list(ConfigMap.class)).contains(fresh);
    cached.delete(written);
    assertThat(cached.find(ConfigMap.class, NAMESPACE, "a")).isEmpty();
    assertThat(cached.list(ConfigMap.class)).extracting(ConfigMap::name).doesNotContain("a");
    assertThatThrownBy(() -> cached.get(ConfigMap.class, NAMESPACE, "a"))
        .isInstanceOf(ApiException.NotFound.class)
        .hasMessageContaining("configmaps \"a\" not found");
    assertThat(result).isEmpty();
  }

  /// A manager whose watches bring nothing any more, after these kinds were declared.
  private ClusterClient blind(Kind<?>... kinds) throws InterruptedException {
    for (Kind<?> kind : kinds) {
      manager.cache().informer(kind);
    }
    manager.start();
    server.faults().inject(RequestMatch.any().verb("watch"), Fault.delay(Duration.ofHours(1)));
    server.faults().cutWatches("configmaps");
    return manager.client();
  }

  @Test
  void ownWritesAreReadInEachFormOfTheCache() throws Exception {
    client.create(ConfigMap.named(NAMESPACE, "old"));
    Kind<PartialObject> metadata = ConfigMap.KIND.metadataOnly();
    Kind<DynamicObject> dynamic =
        Kind.dynamic(ConfigMap.KIND.gvk(), ConfigMap.KIND.plural(), Scope.NAMESPACED);
    ClusterClient cached = blind(ConfigMap.KIND, metadata, dynamic);
    ConfigMap typed = cached.create(ConfigMap.named(NAMESPACE, "a").with(m -> m.data("n", "1")));
    assertThat(cached.get(metadata, typed.key()).metadata()).isEqualTo(typed.metadata());
    assertThat(cached.get(dynamic, typed.key()).text("data", "n")).contains("1");
    cached.apply(DynamicObject.named(ConfigMap.KIND.gvk(), NAMESPACE, "a").with("2", "data", "n"));
    assertThat(cached.get(ConfigMap.KIND, typed.key()).data()).containsEntry("n", "2");
    cached.delete(cached.get(ConfigMap.class, NAMESPACE, "old"));
    assertThat(cached.list(metadata)).extracting(PartialObject::name).containsExactly("a");
    assertThat(cached.list(dynamic)).extracting(DynamicObject::name).containsExactly("a");
  }

  @Test
  void objectDeletedByNameIsNotRead() throws Exception {
    client.create(ConfigMap.named(NAMESPACE, "a"));
    ClusterClient cached = blind(ConfigMap.KIND);
    cached.delete(ConfigMap.named(NAMESPACE, "a"));
    assertThat(cached.find(ConfigMap.class, NAMESPACE, "a")).isEmpty();
  }

  @Test
  void dryRunIsNeverRead() throws Exception {
    ConfigMap there = client.create(ConfigMap.named(NAMESPACE, "a"));
    ClusterClient cached = blind(ConfigMap.KIND);
    ClusterClient dry = cached.writing(WriteOptions.defaults().with(o -> o.dryRun(true)));
    dry.create(ConfigMap.named(NAMESPACE, "b"));
    dry.edit(there, m -> m.with(b -> b.data("n", "1")));
    assertThat(cached.list(ConfigMap.class)).contains(there);
    dry.delete(there);
    assertThat(cached.find(ConfigMap.class, NAMESPACE, "a")).contains(there);
    assertThat(cached.find(ConfigMap.class, NAMESPACE, "b")).isEmpty();
  }

  @Test
  void changeWhoseMapperFailsIsNotLost() throws Exception {
    ManualTime time = new ManualTime();
    AtomicInteger asked = new AtomicInteger();
    BlockingQueue<String> runs = new LinkedBlockingQueue<>();
    client.create(ConfigMap.named(NAMESPACE, "a"));
    ManagerOptions options =
        ManagerOptions.defaults().with(o -> o.namespaces(NAMESPACE).time(time));
    try (Manager patient = Manager.connect("patient", config, options)) {
      patient
          .controllerFor(ConfigMap.class)
          .with(_ -> false)
          .watches(
              Secret.class,
              secret -> {
                if (asked.incrementAndGet() < 3) {
                  throw new IllegalStateException("the other system is away");
                }
                return List.of(Request.of(NAMESPACE, "a"));
              })
          .complete(
              (map, ctx) -> {
                runs.add(map.name());
                return Result.done();
              });
      patient.start();
      client.create(Secret.named(NAMESPACE, "s"));
      Eventually.holds(
          "it was asked until it answered",
          () -> {
            time.advance(Duration.ofSeconds(1));
            return asked.get() == 3;
          });
      assertThat(runs.poll(20, TimeUnit.SECONDS)).isEqualTo("a");
    }
  }

  @Test
  @Tag("slow")
  void settleWaitsForKindsThatAreOnlyWatched() throws Exception {
    Controller running =
        manager.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
    manager.start();
    server.faults().inject(RequestMatch.any().verb("watch"), Fault.delay(Duration.ofHours(1)));
    client.create(Secret.named(NAMESPACE, "listed"));
    running.watch(manager.cache().source(Secret.KIND, EventMapper.label("map")));
    manager.settle(Duration.ofSeconds(20));
    client.create(Secret.named(NAMESPACE, "a"));
    assertThatThrownBy(() -> manager.settle(Duration.ofMillis(300)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("secrets")
        .hasMessageContaining("lags the server");
  }

  @Test
  void informerOfAWatchThatWasAddedEndsWithTheLastOfThem() throws Exception {
    Controller running =
        manager.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
    manager.start();
    Source secrets = manager.cache().source(Secret.KIND, EventMapper.label("map"));
    AutoCloseable first = running.watch(secrets);
    AutoCloseable second = running.watch(secrets);
    manager.settle(Duration.ofSeconds(20));
    Eventually.holds("one watch for both", () -> server.faults().cutWatches("secrets") == 1);
    first.close();
    Eventually.holds("it goes on", () -> server.faults().cutWatches("secrets") == 1);
    second.close();
    Eventually.holds("it has ended", () -> server.faults().cutWatches("secrets") == 0);
    assertThatThrownBy(() -> manager.client().list(Secret.class))
        .isInstanceOf(UndeclaredKindException.class);
  }

  @Test
  void endOfAWatchWhoseKindWasRemovedDoesNotReleaseItsSuccessor() throws Exception {
    Controller running =
        manager.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
    manager.start();
    client.create(Secret.named(NAMESPACE, "a"));
    AutoCloseable first =
        running.watch(manager.cache().source(Secret.KIND, EventMapper.label("map")));
    manager.settle(Duration.ofSeconds(20));
    assertThat(manager.cache().remove(Secret.KIND)).isTrue();
    AutoCloseable second =
        running.watch(manager.cache().source(Secret.KIND, EventMapper.label("map")));
    manager.settle(Duration.ofSeconds(20));
    first.close();

    assertThat(manager.client().list(Secret.class)).hasSize(1);
    second.close();
    assertThatThrownBy(() -> manager.client().list(Secret.class))
        .isInstanceOf(UndeclaredKindException.class);
  }
}
