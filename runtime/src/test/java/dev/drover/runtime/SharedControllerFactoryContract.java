package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectMeta;
import dev.drover.api.crd.Crd;
import dev.drover.client.Client;
import dev.drover.client.WriteOptions;
import dev.drover.informer.InformerState;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.IgnoredException;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/// Lasso's way: one factory, handlers by name.
@ExtendWith(TestCluster.Supply.class)
abstract class SharedControllerFactoryContract {
  private SharedControllerFactory factory;
  private Client client;
  private String namespace;

  @BeforeEach
  void makeFactory(TestCluster cluster, TestInfo test) {
    client = Client.connect(cluster.config());
    namespace = OnCluster.namespaceOf(test);
    client.create(dev.drover.model.core.v1.Namespace.named(namespace));
    factory =
        SharedControllerFactory.fromConfig(
            cluster.config(), FactoryOptions.defaults().with(o -> o.namespaces(namespace)));
  }

  @AfterEach
  void close() {
    factory.close();
    client.close();
  }

  private ConfigMap create(String name) {
    return client.create(ConfigMap.named(namespace, name));
  }

  private static <V> V next(BlockingQueue<V> queue) throws InterruptedException {
    V value = queue.poll(20, TimeUnit.SECONDS);
    assertThat(value).isNotNull();
    return value;
  }

  private record Seen(ObjectKey key, @Nullable ConfigMap object) {}

  @Test
  void everyWayToAKindLeadsToTheSameController() {
    GroupVersionResource maps = new GroupVersionResource("", "v1", "configmaps");
    assertThat(factory.forObject(ConfigMap.class)).isSameAs(factory.forKind(ConfigMap.KIND));
    SharedController<DynamicObject> dynamic =
        factory.forKind(new GroupVersionKind("", "v1", "ConfigMap"));
    assertThat(factory.forResource(maps)).isSameAs(dynamic);
    assertThat(factory.forResourceKind(maps, "ConfigMap", true)).isSameAs(dynamic);
  }

  @CustomResource(group = "factory.example.dev", version = "v1")
  record Cone(ObjectMeta metadata, Map<String, String> spec) implements KubernetesObject {}

  @Test
  void kindOfARecordIsInstalledOverAnEarlierDynamicOne() throws Exception {
    Client others = client.writing(WriteOptions.defaults().with(o -> o.fieldManager("others")));
    others.apply(Crd.of(Cone.class).toObject().with("kone", "spec", "names", "singular"));
    factory.install(Cone.class);
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    factory
        .forObject(Cone.class)
        .registerHandler(
            "see",
            (key, cone) -> {
              seen.add(key.name());
              return cone;
            });
    factory.start(1);
    ObjectMeta named = ObjectMeta.builder().namespace(namespace).name("small").build();
    client.create(new Cone(named, Map.of()));
    assertThat(next(seen)).isEqualTo("small");
  }

  @Test
  void handlerSeesTheNewestObjectAndNullOnceItIsGone() throws Exception {
    BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    create("there");
    factory
        .forObject(ConfigMap.class)
        .registerHandler(
            "see",
            (key, map) -> {
              seen.add(new Seen(key, map));
              return map;
            });
    factory.start(2);
    assertThat(next(seen).key()).isEqualTo(ObjectKey.of(namespace, "there"));
    client.resources(ConfigMap.class).inNamespace(namespace).delete("there");
    Seen gone = next(seen);
    assertThat(gone.key().name()).isEqualTo("there");
    assertThat(gone.object()).isNull();
  }

  @Test
  void handlersRunInOrderAndEachGetsWhatTheOneBeforeReturned() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    maps.registerHandler(
        "first",
        (key, map) ->
            map == null || map.data().containsKey("by")
                ? map
                : maps.client().edit(map, m -> m.with(b -> b.data("by", "first"))));
    maps.registerHandler(
        "second",
        (key, map) -> {
          seen.add("second saw " + (map == null ? null : map.data().get("by")));
          return map;
        });
    factory.start(1);
    create("a");
    assertThat(next(seen)).isEqualTo("second saw first");
  }

  @Test
  void errorOfAnyHandlerBringsTheObjectBackAndErrIgnoreDoesNot() throws Exception {
    AtomicInteger ignored = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    BlockingQueue<Integer> runs = new LinkedBlockingQueue<>();
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    maps.registerHandler(
        "ignores",
        (key, map) -> {
          ignored.incrementAndGet();
          throw new IllegalStateException("wrapped", new IgnoredException("not mine"));
        });
    maps.registerHandler(
        "fails-once",
        (key, map) -> {
          runs.add(failed.get());
          if (failed.getAndIncrement() == 0) {
            throw new java.io.IOException("not yet");
          }
          return map;
        });
    factory.start(1);
    create("a");
    assertThat(next(runs)).isZero();
    assertThat(next(runs)).isEqualTo(1);
    assertThat(runs.poll(100, TimeUnit.MILLISECONDS)).isNull();
    assertThat(ignored).hasValue(2);
  }

  @Test
  void kindIsListedOnceAHandlerNeedsIt() throws Exception {
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    maps.client().list();
    assertThat(factory.caches().informers()).isEmpty();
    maps.enqueue(namespace, "a");
    assertThat(factory.caches().states())
        .extracting(InformerState::phase)
        .containsExactly(InformerState.Phase.NEW);
  }

  @Test
  void kindNeededAfterTheStartStartsByItself() throws Exception {
    factory.start(1);
    create("a");
    BlockingQueue<ObjectKey> seen = new LinkedBlockingQueue<>();
    factory
        .forObject(ConfigMap.class)
        .registerHandler(
            "late",
            (key, map) -> {
              seen.add(key);
              return map;
            });
    assertThat(next(seen).name()).isEqualTo("a");
  }

  @Test
  void handlerThatIsRegisteredLateSeesEverythingAndCanBeTakenAwayAgain() throws Exception {
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    BlockingQueue<String> early = new LinkedBlockingQueue<>();
    maps.registerHandler(
        "early",
        (key, map) -> {
          early.add(key.name());
          return map;
        });
    create("a");
    factory.start(1);
    next(early);
    BlockingQueue<String> late = new LinkedBlockingQueue<>();
    AutoCloseable registration =
        maps.registerHandler(
            "late",
            (key, map) -> {
              late.add(key.name());
              return map;
            });
    assertThat(next(late)).isEqualTo("a");
    registration.close();
    registration.close();
    early.clear();
    create("b");
    List<String> rest = new ArrayList<>();
    while (!rest.contains("b")) {
      rest.add(next(early));
    }
    assertThat(late).doesNotContain("b");
  }

  @Test
  void startOfAStartedFactoryHasNoEffect() throws Exception {
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    factory
        .forObject(ConfigMap.class)
        .registerHandler(
            "once",
            (key, map) -> {
              seen.add(key.name());
              return map;
            });
    factory.start(1);
    factory.start(2);
    client.create(ConfigMap.named(namespace, "a"));
    factory.settle(Duration.ofSeconds(20));
    assertThat(seen).filteredOn("a"::equals).hasSize(1);
    factory.close();
    assertThatThrownBy(() -> factory.start(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void workersMustBeAtLeastOne() {
    assertThatThrownBy(() -> factory.start(0)).hasMessageContaining("workers >= 1");
  }

  @Test
  void kindMayHaveItsOwnNumberOfWorkers(TestCluster cluster) throws Exception {
    FactoryOptions options =
        FactoryOptions.defaults()
            .with(o -> o.namespaces(namespace).workers(ConfigMap.KIND.gvk(), 3));
    try (var other = SharedControllerFactory.fromConfig(cluster.config(), options)) {
      var maps = other.forObject(ConfigMap.class);
      var secrets = other.forObject(dev.drover.model.core.v1.Secret.class);
      maps.registerHandler("log", (key, map) -> map);
      secrets.registerHandler("log", (key, secret) -> secret);
      other.start(2);
      assertThat(maps.controller().workers()).isEqualTo(3);
      assertThat(secrets.controller().workers()).isEqualTo(2);
    }
  }

  @Test
  void awaitStopReturnsWhenTheFactoryIsClosed() throws Exception {
    factory.start(1);
    CountDownLatch returned = new CountDownLatch(1);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                factory.awaitStop();
                returned.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThat(returned.getCount()).isEqualTo(1);
    factory.close();
    assertThat(returned.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
