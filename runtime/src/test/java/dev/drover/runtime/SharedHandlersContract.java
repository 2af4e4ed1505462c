package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.CustomResource;
import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.ObjectMeta;
import dev.drover.client.Client;
import dev.drover.client.SharedClientFactory;
import dev.drover.informer.SharedCacheFactory;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Secret;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.HandlerTransaction;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/// Handlers of shared controllers: what they are given, how they are registered, what they share.
@ExtendWith(TestCluster.Supply.class)
abstract class SharedHandlersContract {
  private static final String FINALIZER = "shop.drover.dev/guard";

  private final HeldWatches watches = new HeldWatches("configmaps");
  private TestCluster cluster;
  private SharedControllerFactory factory;
  private Client connection;
  private Client client;
  private String namespace;

  @BeforeEach
  void makeFactory(TestCluster on, TestInfo test) {
    cluster = on;
    client = Client.connect(cluster.config());
    namespace = OnCluster.namespaceOf(test);
    client.create(dev.drover.model.core.v1.Namespace.named(namespace));
    connection = Client.connect(cluster.config(), List.of(watches));
    factory = factory(o -> {});
  }

  private SharedControllerFactory factory(Consumer<FactoryOptions.Builder> change) {
    SharedClientFactory clients = SharedClientFactory.over(connection);
    return SharedControllerFactory.over(
        clients,
        SharedCacheFactory.over(clients),
        FactoryOptions.defaults().with(o -> o.namespaces(namespace)).with(change));
  }

  @AfterEach
  void close() {
    factory.close();
    factory.caches().close();
    connection.close();
    client.close();
  }

  private ConfigMap create(String name, String... finalizers) {
    ConfigMap map = ConfigMap.named(namespace, name);
    return client.create(
        map.with(m -> m.metadata(map.metadata().with(o -> o.finalizers(List.of(finalizers))))));
  }

  private boolean isOnServer(String name) {
    return client.resources(ConfigMap.class).inNamespace(namespace).find(name).isPresent();
  }

  /// What a handler was given for the object `a`.
  private static String given(KubernetesObject object) {
    return object == null ? "gone" : object.metadata().isDeleting() ? "deleting" : "there";
  }

  @Test
  void handlerIsNotGivenAnObjectAgainWhoseLastFinalizerItRemoved() throws Exception {
    create("a", FINALIZER);
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    maps.registerHandler(
        "finalize",
        (key, map) -> {
          if (!key.name().equals("a")) {
            return map;
          }
          seen.add(given(map));
          return map != null && map.metadata().isDeleting()
              ? maps.client().editMetadata(map, m -> m.withoutFinalizer(FINALIZER))
              : map;
        });
    factory.start(1);
    Eventually.holds("it is handled", () -> seen.contains("there"));
    watches.hold();
    client.delete(ConfigMap.named(namespace, "a"));
    watches.release(watches.awaitMore(0));
    Eventually.holds("it is gone", () -> !isOnServer("a"));
    maps.enqueue(namespace, "a");
    Eventually.holds("it is handled again", () -> seen.contains("gone"));
    watches.open();
    factory.settle(OnCluster.SOON);
    assertThat(seen).filteredOn("deleting"::equals).hasSize(1);
  }

  @Test
  void handlerReadsWhatTheClientOfItsControllerWrote() throws Exception {
    BlockingQueue<String> counts = new LinkedBlockingQueue<>();
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    ConfigMap made = create("a");
    maps.registerHandler(
        "count",
        (key, map) -> {
          if (key.name().equals("a")) {
            counts.add(map == null ? "gone" : map.data().getOrDefault("n", "0"));
          }
          return map;
        });
    factory.start(1);
    assertThat(OnCluster.next(counts)).isEqualTo("0");
    watches.hold();
    maps.client().edit(made, m -> m.with(b -> b.data("n", "1")));
    maps.enqueue(namespace, "a");
    assertThat(OnCluster.next(counts)).isEqualTo("1");
    watches.open();
  }

  @Test
  void onRemoveRunsOnceBeforeTheDeletionAndOnlyForSelectedObjects() throws Exception {
    Queue<String> removed = new ConcurrentLinkedQueue<>();
    AtomicInteger failures = new AtomicInteger();
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    maps.onRemove(
        FINALIZER,
        map -> map.data().containsKey("guarded"),
        (key, map) -> {
          if (failures.incrementAndGet() == 1) {
            throw new java.io.IOException("not yet");
          }
          removed.add(key.name() + " " + isOnServer(key.name()));
          return map;
        });
    client.create(ConfigMap.named(namespace, "a").with(m -> m.data("guarded", "yes")));
    create("b");
    factory.start();
    factory.settle(OnCluster.SOON);
    assertThat(client.resources(ConfigMap.class).inNamespace(namespace).get("a").metadata())
        .extracting(ObjectMeta::finalizers)
        .isEqualTo(List.of(FINALIZER));
    assertThat(client.resources(ConfigMap.class).inNamespace(namespace).get("b").metadata())
        .extracting(ObjectMeta::finalizers)
        .isEqualTo(List.of());
    client.delete(ConfigMap.named(namespace, "a"));
    client.delete(ConfigMap.named(namespace, "b"));
    Eventually.holds("both are gone", () -> !isOnServer("a") && !isOnServer("b"));
    factory.settle(OnCluster.SOON);
    assertThat(removed).containsExactly("a true");
    assertThatThrownBy(() -> maps.onRemove("guard", (key, map) -> map))
        .hasMessageContaining("example.com/cleanup");
  }

  @Test
  void transactionRegistersAllOfItsHandlersOrNone() throws Exception {
    List<String> calls = new CopyOnWriteArrayList<>();
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    SharedController<Secret> secrets = factory.forObject(Secret.class);
    try (var rolledBack = HandlerTransaction.begin()) {
      rolledBack.registerHandler(maps, "never", (key, map) -> map);
    }
    assertThat(factory.caches().informers()).as("nothing is needed yet").isEmpty();
    HandlerTransaction transaction = HandlerTransaction.begin();
    transaction
        .registerHandler(
            maps,
            "maps",
            (key, map) -> {
              calls.add("map " + key.name());
              return map;
            })
        .registerHandler(
            secrets,
            "secrets",
            (key, secret) -> {
              calls.add("secret " + key.name());
              return secret;
            });
    AutoCloseable registration = transaction.commit();
    transaction.close();
    assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
    factory.start();
    create("a");
    client.create(Secret.named(namespace, "s"));
    factory.settle(OnCluster.SOON);
    assertThat(calls).contains("map a", "secret s");
    registration.close();
    create("b");
    factory.settle(OnCluster.SOON);
    assertThat(calls).doesNotContain("map b");
  }

  @Test
  void controllersOfAKindHaveTheDefaultNumberOfWorkers() throws Exception {
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    maps.registerHandler("log", (key, map) -> map);
    factory.start();
    assertThat(maps.controller().workers()).isEqualTo(5);
  }

  @Test
  void typedAndDynamicControllersOfAResourceShareOneCacheAndOneQueue() throws Exception {
    List<String> calls = new CopyOnWriteArrayList<>();
    SharedController<ConfigMap> typed = factory.forObject(ConfigMap.class);
    SharedController<DynamicObject> dynamic = factory.forKind(ConfigMap.KIND.gvk());
    typed.registerHandler(
        "typed",
        (key, map) -> {
          if (map != null && key.name().equals("a")) {
            calls.add("typed " + map.data().get("n"));
          }
          return map == null || !key.name().equals("a") || map.data().get("n").equals("2")
              ? map
              : typed.client().edit(map, m -> m.with(b -> b.data("n", "2")));
        });
    dynamic.registerHandler(
        "dynamic",
        (key, map) -> {
          if (map != null && key.name().equals("a")) {
            calls.add("dynamic " + map.get("data", "n").orElse(null));
          }
          return map;
        });
    client.create(ConfigMap.named(namespace, "a").with(m -> m.data("n", "1")));
    factory.start(1);
    factory.settle(OnCluster.SOON);
    assertThat(factory.caches().informers()).hasSize(1);
    assertThat(dynamic.controller()).isSameAs(typed.controller());
    assertThat(calls).startsWith("typed 1", "dynamic 2");
  }

  @CustomResource(group = "handlers.drover.dev", version = "v1")
  record Cone(ObjectMeta metadata, Map<String, String> spec) implements KubernetesObject {}

  @CustomResource(group = "handlers.drover.dev", version = "v1", kind = "Cone", plural = "cones")
  record BareCone(ObjectMeta metadata) implements KubernetesObject {}

  @Test
  void dynamicHandlerOfAKindWithARecordGetsTheFieldsThatTheRecordLacks() throws Exception {
    factory.install(Cone.class);
    List<String> calls = new CopyOnWriteArrayList<>();
    SharedController<BareCone> typed = factory.forObject(BareCone.class);
    SharedController<DynamicObject> dynamic = factory.forKind(Kind.of(Cone.class).gvk());
    typed.registerHandler(
        "typed",
        (key, cone) -> {
          calls.add("typed " + key.name());
          return cone;
        });
    dynamic.registerHandler(
        "dynamic",
        (key, cone) -> {
          calls.add("dynamic " + (cone == null ? "" : cone.get("spec", "flavor").orElse("")));
          return cone;
        });
    ObjectMeta named = ObjectMeta.builder().namespace(namespace).name("small").build();
    client.create(new Cone(named, Map.of("flavor", "mint")));
    factory.start(1);
    factory.settle(OnCluster.SOON);
    assertThat(calls).containsExactly("typed small", "dynamic mint");
    assertThat(factory.caches().informers()).hasSize(1);
  }

  @Test
  void dynamicHandlerAfterAHandlerOfARecordThatWroteGetsAllFields() throws Exception {
    factory.install(Cone.class);
    List<String> calls = new CopyOnWriteArrayList<>();
    SharedController<BareCone> typed = factory.forObject(BareCone.class);
    SharedController<DynamicObject> dynamic = factory.forKind(Kind.of(Cone.class).gvk());
    typed.onRemove(FINALIZER, (key, cone) -> cone);
    dynamic.registerHandler(
        "dynamic",
        (key, cone) -> {
          if (cone != null) {
            calls.add(
                cone.get("spec", "flavor").orElse("none")
                    + " guarded "
                    + cone.metadata().finalizers().contains(FINALIZER));
          }
          return cone;
        });
    ObjectMeta named = ObjectMeta.builder().namespace(namespace).name("large").build();
    client.create(new Cone(named, Map.of("flavor", "mint")));
    factory.start(1);
    factory.settle(OnCluster.SOON);
    assertThat(calls).isNotEmpty().containsOnly("mint guarded true");
  }

  @Test
  void objectInANamespaceThatIsNotCoveredIsNotHandledAsGone() throws Exception {
    List<String> calls = new CopyOnWriteArrayList<>();
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    maps.registerHandler(
        "log",
        (key, map) -> {
          calls.add(key + " " + given(map));
          return map;
        });
    create("a");
    factory.start(1);
    maps.enqueue("kube-system", "elsewhere");
    maps.enqueue(namespace, "never-there");
    factory.settle(OnCluster.SOON);
    assertThat(calls)
        .contains(namespace + "/a there", namespace + "/never-there gone")
        .noneMatch(call -> call.contains("elsewhere"));
  }

  @Test
  void controllersAreNamedByGroupAndKind() {
    var core = factory.forObject(dev.drover.model.core.v1.Event.class);
    var events = factory.forObject(dev.drover.model.events.v1.Event.class);
    assertThat(core.controller().name()).isEqualTo("Event");
    assertThat(events.controller().name()).isEqualTo("Event.events.k8s.io");
  }

  @Test
  void terminalFailureOfEveryFailedHandlerEndsTheRetries() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    maps.registerHandler(
        "terminal",
        (key, map) -> {
          if (key.name().equals("a")) {
            runs.incrementAndGet();
            throw new IllegalStateException("wrapped", new TerminalException("never"));
          }
          return map;
        });
    maps.registerHandler(
        "fails-once",
        (key, map) -> {
          if (key.name().equals("a") && runs.get() == 1) {
            throw new java.io.IOException("not yet");
          }
          return map;
        });
    create("a");
    factory.start(1);
    factory.settle(OnCluster.SOON);
    assertThat(runs).as("one retry, for the second handler").hasValue(2);
    assertThat(maps.controller().snapshot().delayed()).isZero();
  }

  @Test
  void onlyChangedObjectsAreHandledAgain() throws Exception {
    factory.close();
    factory = factory(o -> o.onlyChangedObjects().resync(java.time.Duration.ofSeconds(1)));
    AtomicInteger runs = new AtomicInteger();
    SharedController<ConfigMap> maps = factory.forObject(ConfigMap.class);
    create("a");
    maps.registerHandler(
        "count",
        (key, map) -> {
          if (key.name().equals("a")) {
            runs.incrementAndGet();
          }
          return map;
        });
    BlockingQueue<ObjectKey> resyncs = new LinkedBlockingQueue<>();
    factory.start(1);
    factory.settle(OnCluster.SOON);
    maps.informer()
        .addEventHandlerWithResyncPeriod(
            new dev.drover.informer.EventHandler<ConfigMap>() {
              @Override
              public void onUpdate(ConfigMap before, ConfigMap now) {
                resyncs.add(now.key());
              }
            },
            java.time.Duration.ofSeconds(1));
    while (!OnCluster.next(resyncs).name().equals("a")) {
      // others come first
    }
    factory.settle(OnCluster.SOON);
    assertThat(runs).hasValue(1);
  }
}
