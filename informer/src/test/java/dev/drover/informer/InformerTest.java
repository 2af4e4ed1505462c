package dev.drover.informer;

import static dev.drover.api.Labels.label;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DynamicObject;
import dev.drover.api.FieldSelector;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.ObjectKey;
import dev.drover.api.PartialObject;
import dev.drover.api.ResourceVersion;
import dev.drover.api.Scope;
import dev.drover.api.Selector;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.MappingException;
import dev.drover.client.ResourceClient;
import dev.drover.client.SharedClientFactory;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Node;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What caches promise, over the wire. Runs on the embedded server and on a real one.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InformerTest {
  static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private TestServer server;
  private Client client;
  private SharedCacheFactory caches;
  private String shop;
  private String mall;

  abstract TestServer start() throws Exception;

  @BeforeAll
  void startServer() throws Exception {
    server = start();
    client = Client.connect(server.config());
  }

  @AfterAll
  void stopServer() {
    client.close();
    server.close();
  }

  @BeforeEach
  void begin() {
    int number = COUNT.incrementAndGet();
    shop = "shop" + number;
    mall = "mall" + number;
    client.create(Namespace.named(shop));
    client.create(Namespace.named(mall));
    caches = SharedCacheFactory.over(client);
  }

  @AfterEach
  void end() {
    caches.close();
  }

  private ResourceClient<ConfigMap> maps(String namespace) {
    return client.resources(ConfigMap.class).inNamespace(namespace);
  }

  private ConfigMap create(String namespace, String name, String app) {
    return client.create(
        ConfigMap.named(namespace, name).with(m -> m.label("app", app).data("app", app)));
  }

  private CacheOptions<ConfigMap> inShop() {
    return CacheOptions.<ConfigMap>all().with(o -> o.namespaces(shop));
  }

  private <T extends KubernetesObject> SharedIndexInformer<T> synced(
      SharedIndexInformer<T> informer) throws InterruptedException {
    informer.start().awaitSynced(LONG);
    return informer;
  }

  private static List<String> names(List<? extends KubernetesObject> objects) {
    return objects.stream().map(o -> o.namespace() + "/" + o.name()).sorted().toList();
  }

  // --- the copy follows

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void copyFollowsEveryChange(boolean streaming) throws Exception {
    create(shop, "a", "x");
    Probe<ConfigMap> probe = new Probe<>();
    var informer = caches.forKind(ConfigMap.KIND, inShop().with(o -> o.streaming(streaming)));
    Registration registration = informer.addEventHandler(probe);
    synced(informer);
    registration.awaitSynced(LONG);
    assertThat(informer.state().lists()).isEqualTo(1);
    create(shop, "b", "x");
    ConfigMap changed = maps(shop).editMetadata(maps(shop).get("a"), m -> m.withLabel("app", "y"));
    maps(shop).delete("b");
    probe.await("delete " + shop + "/b");

    assertThat(informer.lister().get(shop, "a")).contains(changed);
    assertThat(informer.lister().get(shop, "b")).isEmpty();
    assertThat(probe.events())
        .contains("add " + shop + "/b", "update " + shop + "/a", "delete " + shop + "/b");
    probe.awaitView(Probe.versions(maps(shop).list().items()));
  }

  @Test
  void whoeverWaitsForTheVersionOfAWriteReadsIt() throws Exception {
    var informer = synced(caches.forKind(ConfigMap.KIND, inShop()));
    for (int i = 0; i < 20; i++) {
      ConfigMap written = create(shop, "m" + i, "x");
      informer.awaitVersion(written.key(), written.metadata().resourceVersion(), LONG);
      assertThat(informer.lister().get(written.key())).contains(written);
    }
  }

  // --- which objects, and how much of each

  @Test
  void severalNamespacesAreOneCacheAndOthersAreRefused() throws Exception {
    create(shop, "a", "x");
    create(mall, "b", "x");
    client.create(ConfigMap.named("default", shop));
    var informer =
        synced(
            caches.forObject(
                ConfigMap.class,
                CacheOptions.<ConfigMap>all().with(o -> o.namespaces(mall, shop))));
    Lister<ConfigMap> lister = informer.lister();

    assertThat(names(lister.list())).contains(shop + "/a", mall + "/b");
    assertThat(lister.list().stream().map(ConfigMap::namespace)).containsOnly(shop, mall);
    assertThat(lister.inNamespace(mall).get("b")).isPresent();
    assertThat(lister.inNamespace(mall).list().stream().map(ConfigMap::namespace))
        .containsOnly(mall);
    assertThatThrownBy(() -> lister.get("default", shop))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not have namespace 'default'");
    assertThat(informer.state().sources()).hasSize(2);
    ConfigMap written = create(mall, "c", "x");
    informer.awaitVersion(written.key(), written.metadata().resourceVersion(), LONG);
    assertThat(lister.get(mall, "c")).contains(written);
    assertThat(informer.state().sources().stream().map(InformerState.Source::resourceVersion))
        .as("the store has seen what all its sources have")
        .contains(informer.store().resourceVersion())
        .allMatch(v -> ResourceVersion.compare(v, informer.store().resourceVersion()) >= 0);
  }

  @Test
  void selectorsLimitTheCollection() throws Exception {
    create(shop, "a", "x");
    create(shop, "b", "y");
    var byLabel =
        synced(caches.forKind(ConfigMap.KIND, inShop().with(o -> o.labels(label("app", "x")))));
    var byField =
        synced(
            caches.forKind(
                ConfigMap.KIND,
                inShop().with(o -> o.fields(FieldSelector.field("metadata.name", "b")))));
    Probe<ConfigMap> probe = new Probe<>();
    byLabel.addEventHandler(probe).awaitSynced(LONG);

    assertThat(names(byLabel.lister().list())).doesNotContain(shop + "/b").contains(shop + "/a");
    assertThat(names(byField.lister().list())).containsExactly(shop + "/b");
    maps(shop).editMetadata(maps(shop).get("b"), m -> m.withLabel("app", "x"));
    probe.await("add " + shop + "/b");
    maps(shop).editMetadata(maps(shop).get("b"), m -> m.withLabel("app", "z"));
    probe.await("delete " + shop + "/b");
  }

  @Test
  void fieldsCanBeLeftOut() throws Exception {
    create(shop, "a", "x");
    assertThat(maps(shop).get("a").metadata().managedFields()).isNotEmpty();
    var informer =
        synced(
            caches.forKind(
                ConfigMap.KIND, inShop().with(o -> o.withoutManagedFields().skipFields("data"))));
    ConfigMap a = informer.lister().get(shop, "a").orElseThrow();

    assertThat(a.metadata().managedFields()).isEmpty();
    assertThat(a.data()).isEmpty();
    assertThat(a.metadata().labels()).containsEntry("app", "x");
    assertThat(informer.name()).endsWith("without data, metadata.managedFields");
  }

  @Test
  void kindCanBeWatchedWholeAndAsMetadataAndWithoutAType() throws Exception {
    create(shop, "a", "x");
    Kind<DynamicObject> dynamic =
        Kind.dynamic(ConfigMap.KIND.gvk(), "configmaps", Scope.NAMESPACED);
    var whole = synced(caches.forKind(ConfigMap.KIND, inShop()));
    assertThat(caches.remarks()).isEmpty();
    var metadata =
        synced(
            caches.forKind(
                ConfigMap.KIND.metadataOnly(),
                CacheOptions.<PartialObject>all().with(o -> o.namespaces(shop))));
    var untyped =
        synced(
            caches.forKind(
                dynamic, CacheOptions.<DynamicObject>all().with(o -> o.namespaces(shop))));

    assertThat(whole.lister().get(shop, "a").orElseThrow().data()).containsEntry("app", "x");
    assertThat(metadata.lister().get(shop, "a").orElseThrow().metadata().labels())
        .containsEntry("app", "x");
    assertThat(untyped.lister().get(shop, "a").orElseThrow().text("data", "app")).contains("x");
    assertThat(caches.remarks())
        .singleElement()
        .asString()
        .contains("configmaps are watched 3 times")
        .contains("metadata of configmaps in " + shop)
        .contains("dynamic configmaps in " + shop);
  }

  @Test
  void objectsOfClusterScopeHaveNoNamespaces() throws Exception {
    client.create(Node.named("n-" + shop));
    var nodes = synced(caches.forObject(Node.class));

    assertThat(nodes.lister().get("n-" + shop)).isPresent();
    assertThat(nodes.indexer().listKeys()).contains(ObjectKey.of("", "n-" + shop));
    assertThat(nodes.indexer().indexers()).isEmpty();
    assertThatThrownBy(() -> nodes.lister().inNamespace(shop))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                caches.forObject(
                    Node.class, CacheOptions.<Node>all().with(o -> o.namespaces(shop))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nodes have no namespaces");
  }

  // --- listers

  @Test
  void listerFindsByNameNamespaceLabelAndField() throws Exception {
    create(shop, "a", "x");
    create(shop, "b", "y");
    create(mall, "a", "x");
    var informer = caches.forObject(ConfigMap.class);
    informer.addIndexers(Index.ofField("data.app", map -> map.data().get("app")));
    synced(informer);
    Lister<ConfigMap> lister = caches.lister(ConfigMap.class);
    Lister<ConfigMap> ours = lister.inNamespace(shop);
    FieldSelector appX = FieldSelector.field("data.app", "x");

    assertThat(lister.get(shop, "a")).isPresent();
    assertThat(lister.get(shop, "z")).isEmpty();
    assertThatThrownBy(() -> lister.get("a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("say in which one");
    assertThat(names(ours.list(label("app", "y")))).containsExactly(shop + "/b");
    assertThat(ours.list(Selector.everything())).hasSameSizeAs(ours.list());
    assertThat(names(ours.list(Selector.everything(), appX))).containsExactly(shop + "/a");
    assertThat(names(lister.list(label("app", "x"), appX)))
        .contains(shop + "/a", mall + "/a")
        .doesNotContain(shop + "/b");
    assertThat(names(ours.list(Selector.everything(), FieldSelector.field("metadata.name", "b"))))
        .containsExactly(shop + "/b");
    assertThat(names(ours.list(label("app", "y"), FieldSelector.fieldIsNot("data.app", "x"))))
        .containsExactly(shop + "/b");
    assertThatThrownBy(
            () -> ours.list(Selector.everything(), FieldSelector.field("spec.nodeName", "n1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Index.ofField(\"spec.nodeName\"");
  }

  // --- failures that somebody can act on

  @Test
  void missingPermissionIsNamedWithTheRuleThatWouldGiveIt() throws Exception {
    try (Client stranger =
            Client.connect(TestServer.config(server.kubeconfigOfNewUser("u" + shop)));
        SharedCacheFactory theirs = SharedCacheFactory.over(stranger)) {
      theirs.forKind(ConfigMap.KIND, inShop());
      theirs.start();
      assertThatThrownBy(() -> theirs.waitForSync(Duration.ofSeconds(2)))
          .isInstanceOf(SyncTimeoutException.class)
          .hasCauseInstanceOf(ApiException.Forbidden.class)
          .hasMessageContaining("configmaps in " + shop + ": it has not synced")
          .hasMessageContaining(
              "needs the RBAC rule {apiGroups: [\"\"], resources: [\"configmaps\"], verbs:")
          .hasMessageContaining("Role of namespace " + shop);
    }
  }

  @Test
  void missingDefinitionIsNamedAndTheCacheSyncsOnceItIsThere() throws Exception {
    String group = shop + ".example.com";
    Kind<DynamicObject> cones =
        Kind.dynamic(new GroupVersionKind(group, "v1", "Cone"), "cones", Scope.NAMESPACED);
    var informer = caches.forKind(cones, quick(CacheOptions.all()));
    caches.start();
    assertThatThrownBy(() -> caches.waitForSync(SHORT))
        .isInstanceOf(SyncTimeoutException.class)
        .hasCauseInstanceOf(MappingException.class)
        .hasMessageContaining("dynamic cones." + group)
        .hasMessageContaining("Cone");

    client.apply(
        Manifests.read(
            new ByteArrayInputStream(definition(group).getBytes(StandardCharsets.UTF_8)),
            "definition"));
    informer.awaitSynced(LONG);
    assertThat(informer.lister().list()).isEmpty();
  }

  private static <T extends KubernetesObject> CacheOptions<T> quick(CacheOptions<T> options) {
    Backoff backoff =
        new Backoff(Duration.ofMillis(50), 2, Duration.ofSeconds(1), 0, Duration.ofMinutes(2));
    return options.with(o -> o.reflector(options.reflector().with(r -> r.backoff(backoff))));
  }

  private static String definition(String group) {
    return """
    apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata:
      name: cones.%1$s
    spec:
      group: %1$s
      names: {kind: Cone, plural: cones, singular: cone, listKind: ConeList}
      scope: Namespaced
      versions:
      - name: v1
        served: true
        storage: true
        schema:
          openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
    """
        .formatted(group);
  }

  // --- the factory

  @Test
  void everybodyWhoWantsTheSameGetsTheSame() {
    var one = caches.forObject(ConfigMap.class);

    assertThat(caches.forKind(ConfigMap.KIND)).isSameAs(one);
    assertThat(caches.forKind(ConfigMap.KIND, CacheOptions.all())).isSameAs(one);
    assertThat(
            caches.forKind(
                ConfigMap.KIND, CacheOptions.<ConfigMap>all().with(o -> o.resync(SHORT))))
        .as("how it keeps up is no reason for a second one")
        .isSameAs(one);
    assertThat(caches.forKind(ConfigMap.KIND, inShop()))
        .isNotSameAs(one)
        .isSameAs(caches.forKind(ConfigMap.KIND, inShop()));
    assertThat(
            caches.forKind(
                ConfigMap.KIND, CacheOptions.<ConfigMap>all().with(o -> o.transform(m -> m))))
        .isNotSameAs(one);
    assertThat((Object) caches.forKind(ConfigMap.KIND.metadataOnly())).isNotSameAs(one);
    assertThat(caches.informers()).hasSize(4);
  }

  @Test
  void serverIsNotAskedBeforeTheStart() {
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
  void kindThatNobodyWatchesCannotBeRead() {
    assertThatThrownBy(() -> caches.lister(ConfigMap.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nobody keeps a cache of configmaps")
        .hasMessageContaining("forObject(ConfigMap.class)");
  }

  @Test
  void startStartsOnlyWhatIsNewAndLaterOnesStartAtOnce() throws Exception {
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
  void waitingForSeveralNamesEachThatIsMissing() throws Exception {
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
  void closedFactoryHasNothingMoreToGive() throws Exception {
    var informer = synced(caches.forKind(ConfigMap.KIND, inShop()));
    caches.close();

    assertThat(informer.isStopped()).isTrue();
    assertThatThrownBy(() -> caches.forObject(Node.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(caches::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void nothingIsLeftRunningAfterTheEnd() throws Exception {
    var informer = synced(caches.forKind(ConfigMap.KIND, inShop()));
    informer.addEventHandler(new Probe<>()).awaitSynced(LONG);
    assertThat(Threads.named(informer.name()))
        .containsExactlyInAnyOrder(
            informer.name() + " reflector",
            informer.name() + " applier",
            informer.name() + " handler probe");
    caches.close();

    assertThat(Threads.named(informer.name())).isEmpty();
  }
}
