package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.PartialObject;
import dev.drover.api.Scope;
import dev.drover.client.Client;
import dev.drover.client.SharedClientFactory;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Node;
import dev.drover.testsupport.LiveThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// What a factory of caches promises. Runs on the embedded server and on a real one.
abstract class SharedCacheFactoryTest extends CachesOnServer {
  @Test
  void equalRequestsGetTheSameInformer() {
    var one = caches.forObject(ConfigMap.class);

    assertThat(caches.forKind(ConfigMap.KIND)).isSameAs(one);
    assertThat(caches.forKind(ConfigMap.KIND, CacheOptions.defaults())).isSameAs(one);
    assertThat(
            caches.forKind(
                ConfigMap.KIND, CacheOptions.<ConfigMap>defaults().with(o -> o.resync(SHORT))))
        .as("how it keeps up is no reason for a second one")
        .isSameAs(one);
    assertThat(caches.forKind(ConfigMap.KIND, inShop()))
        .isNotSameAs(one)
        .isSameAs(caches.forKind(ConfigMap.KIND, inShop()));
    assertThat(
            caches.forKind(
                ConfigMap.KIND, CacheOptions.<ConfigMap>defaults().with(o -> o.transform(m -> m))))
        .isNotSameAs(one);
    assertThat((Object) caches.forKind(ConfigMap.KIND.metadataOnly())).isNotSameAs(one);
    assertThat(caches.informers()).hasSize(4);
  }

  @Test
  void factorySendsNoRequestBeforeTheStart() {
    AtomicInteger requests = new AtomicInteger();
    Client counting = // over the connections of the other, which are not to be closed
        Client.over(
            client
                .rest()
                .with(
                    (request, next) -> {
                      requests.incrementAndGet();
                      return next.send(request);
                    }));
    try (SharedCacheFactory deferred =
        SharedCacheFactory.over(SharedClientFactory.over(counting))) {
      var informer = deferred.forKind(ConfigMap.KIND, inShop());
      informer.addEventHandler(new Probe<>());
      informer.addIndexers(Index.of("app", m -> m.data().get("app")));

      assertThatThrownBy(() -> informer.lister().list())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("configmaps in " + shop + " was not started");
      assertThatThrownBy(() -> informer.awaitSynced(SHORT))
          .isInstanceOf(IllegalStateException.class);
      assertThat(requests).hasValue(0);
    }
  }

  @Test
  void kindWithoutACacheCannotBeRead() {
    assertThatThrownBy(() -> caches.lister(ConfigMap.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("there is no cache of configmaps")
        .hasMessageContaining("forObject(ConfigMap.class)");
  }

  @Test
  void startStartsNewInformersAndLaterOnesStartAtOnce() throws Exception {
    var first = caches.forKind(ConfigMap.KIND, inShop());
    caches.start();
    caches.start();
    caches.waitForSync(LONG);
    var second = caches.forObject(Node.class);
    second.awaitSynced(LONG);

    assertThat(first.state().lists()).isEqualTo(1);
    assertThat(caches.states()).extracting(InformerState::synced).containsOnly(true);
  }

  @Test
  void waitForSeveralCachesNamesEachMissingOne() throws Exception {
    try (Client stranger =
            Client.connect(TestServer.config(server.kubeconfigOfNewUser("w" + shop)));
        SharedCacheFactory theirs = SharedCacheFactory.over(stranger)) {
      theirs.forKind(ConfigMap.KIND, inShop());
      theirs.forObject(Node.class);
      theirs.start();
      assertThatThrownBy(() -> theirs.waitForSync(SHORT))
          .hasMessageContaining("2 caches have not synced")
          .hasMessageContaining("configmaps in " + shop)
          .hasMessageContaining("nodes");
    }
  }

  @Test
  void informerEndsWithItsLastLease() throws Exception {
    Lease<ConfigMap> one = caches.lease(ConfigMap.KIND, inShop());
    Lease<ConfigMap> two = caches.lease(ConfigMap.KIND, inShop());
    assertThat(two.informer()).isSameAs(one.informer());
    synced(one.informer());
    one.close();
    one.close();
    assertThat(one.informer().isStopped()).isFalse();
    two.close();

    assertThat(one.informer().isStopped()).isTrue();
    assertThat(caches.informers()).isEmpty();
    assertThat(synced(caches.forKind(ConfigMap.KIND, inShop()))).isNotSameAs(one.informer());
  }

  @Test
  void informerThatWasAskedForWithoutALeaseStays() throws Exception {
    var kept = synced(caches.forKind(ConfigMap.KIND, inShop()));
    caches.lease(ConfigMap.KIND, inShop()).close();
    assertThat(kept.isStopped()).isFalse();

    assertThat(caches.remove(ConfigMap.KIND, inShop())).isTrue();
    assertThat(caches.remove(ConfigMap.KIND, inShop())).isFalse();
    assertThat(kept.isStopped()).isTrue();
  }

  @Test
  void closedFactoryRefusesNewInformers() throws Exception {
    var informer = synced(caches.forKind(ConfigMap.KIND, inShop()));
    caches.close();

    assertThat(informer.isStopped()).isTrue();
    assertThatThrownBy(() -> caches.forObject(Node.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(caches::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closedFactoryHasNoThreads() throws Exception {
    var informer = synced(caches.forKind(ConfigMap.KIND, inShop()));
    informer.addEventHandler(new Probe<>()).awaitSynced(LONG);
    assertThat(LiveThreads.named("drover/" + informer.name()))
        .containsExactlyInAnyOrder(
            "drover/" + informer.name() + "/reflector",
            "drover/" + informer.name() + "/applier",
            "drover/" + informer.name() + "/handler probe");
    caches.close();

    assertThat(LiveThreads.named("drover/" + informer.name())).isEmpty();
  }

  @Test
  void informerThatWasClosedDelaysNoWaitAndIsNotGivenOutAgain() throws Exception {
    var closed = caches.forKind(ConfigMap.KIND, inShop());
    closed.close();
    var other = caches.forObject(Node.class);
    caches.start();
    other.awaitSynced(LONG);

    var again = caches.forKind(ConfigMap.KIND, inShop());
    assertThat(again).isNotSameAs(closed);
    again.awaitSynced(LONG);
  }

  @Test
  void releasedInformerDelaysNoWait() throws Exception {
    Kind<DynamicObject> missing =
        Kind.dynamic(new GroupVersionKind("no.example.com", "v1", "No"), "noes", Scope.NAMESPACED);
    Lease<DynamicObject> lease = caches.lease(missing, CacheOptions.defaults());
    caches.forKind(ConfigMap.KIND, inShop());
    caches.start();
    Background<String> waiting =
        Background.start(
                () -> {
                  caches.waitForSync(LONG);
                  return "synced";
                })
            .awaitWaiting();
    lease.close();

    assertThat(waiting.get()).isEqualTo("synced");
  }

  @Test
  void allInformersAreInterruptedBeforeAnyIsJoined() throws Exception {
    var first = caches.forKind(ConfigMap.KIND, inShop());
    var last = caches.forKind(ConfigMap.KIND, inMall());
    create(mall, "a", "x");
    last.addEventHandler(
        EventHandler.<ConfigMap>of()
            .onAdd(
                _ -> {
                  while (!first.isStopped()) {
                    Thread.yield(); // heeds no interrupt
                  }
                }));
    caches.start();
    caches.waitForSync(LONG);
    long begun = System.nanoTime();
    caches.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    assertThat(LiveThreads.named("drover/" + last.name())).isEmpty();
  }

  private CacheOptions<ConfigMap> inMall() {
    return CacheOptions.<ConfigMap>defaults().with(o -> o.namespaces(mall));
  }

  @Test
  void defaultsMayAskTheFactory() throws Exception {
    AtomicReference<SharedCacheFactory> self = new AtomicReference<>(caches);
    SharedCacheFactory.Defaults curious =
        new SharedCacheFactory.Defaults() {
          @Override
          public <T extends KubernetesObject> CacheOptions<T> of(Kind<T> kind) {
            CompletableFuture.supplyAsync(self.get()::informers)
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
            return CacheOptions.defaults();
          }
        };
    try (var asking = SharedCacheFactory.over(SharedClientFactory.over(client), curious)) {
      self.set(asking);
      asking.forKind(ConfigMap.KIND);
      asking.start();

      assertThat(asking.lister(ConfigMap.KIND)).isNotNull();
    }
  }

  @Test
  void typedDynamicAndMetadataUsersShareOneCache() throws Exception {
    create(shop, "a", "web");
    Kind<DynamicObject> dynamic =
        Kind.dynamic(ConfigMap.KIND.gvk(), ConfigMap.KIND.plural(), Scope.NAMESPACED);
    SharedIndexInformer<ConfigMap> typed = caches.forKind(ConfigMap.KIND);
    SharedInformer<DynamicObject> untyped = caches.view(dynamic);
    SharedInformer<PartialObject> metadata = caches.view(ConfigMap.KIND.metadataOnly());
    LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
    untyped.addEventHandler(
        EventHandler.<DynamicObject>of()
            .onAdd(o -> seen.add("add " + o.name() + " " + o.get("data", "app").orElse("")))
            .onDelete(gone -> seen.add("delete " + gone.key().name())));
    caches.start();
    caches.waitForSync(LONG);

    assertThat(caches.informers()).hasSize(1);
    assertThat(untyped.store().getByKey(ObjectKey.of(shop, "a")).orElseThrow().get("data", "app"))
        .contains("web");
    assertThat(metadata.store().byIndex(Index.NAMESPACE, shop))
        .extracting(o -> o.name())
        .contains("a");
    ConfigMap b = create(shop, "b", "db");
    untyped.awaitCondition(c -> c.getByKey(b.key()).isPresent(), LONG);
    maps(shop).delete("b");
    await(seen, "add a web");
    await(seen, "add b db");
    await(seen, "delete b");
    assertThat(caches.view(ConfigMap.KIND)).isSameAs(typed);
  }

  private static void await(LinkedBlockingQueue<String> seen, String wanted)
      throws InterruptedException {
    String next;
    do {
      next = seen.poll(20, TimeUnit.SECONDS);
      assertThat(next).as("waiting for %s", wanted).isNotNull();
    } while (!wanted.equals(next));
  }

  @Test
  void cacheOfADynamicKindServesTypedUsersToo() throws Exception {
    create(shop, "a", "web");
    SharedIndexInformer<DynamicObject> untyped =
        caches.forKind(
            Kind.dynamic(ConfigMap.KIND.gvk(), ConfigMap.KIND.plural(), Scope.NAMESPACED));
    SharedInformer<ConfigMap> typed = caches.view(ConfigMap.KIND);
    caches.start();
    typed.awaitSynced(LONG);

    assertThat(typed.store().getByKey(ObjectKey.of(shop, "a")).orElseThrow().data())
        .containsEntry("app", "web");
    assertThat(typed.name()).isEqualTo(untyped.name());
    assertThat(caches.informers()).hasSize(1);
  }
}
