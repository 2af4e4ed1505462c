package dev.drover.informer;

import static dev.drover.api.Labels.labelIs;
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
import dev.drover.client.Backoff;
import dev.drover.client.Client;
import dev.drover.client.MappingException;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Node;
import dev.drover.model.rbac.v1.Role;
import dev.drover.model.rbac.v1.RoleBinding;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What caches promise, over the wire. Runs on the embedded server and on a real one.
abstract class InformerTest extends CachesOnServer {
  // --- the copy follows

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cacheFollowsEachChange(boolean streaming) throws Exception {
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
  void waitForTheVersionOfAWriteSeesTheWrite() throws Exception {
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
                CacheOptions.<ConfigMap>defaults().with(o -> o.namespaces(mall, shop))));
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
        synced(caches.forKind(ConfigMap.KIND, inShop().with(o -> o.labels(labelIs("app", "x")))));
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
                CacheOptions.<PartialObject>defaults().with(o -> o.namespaces(shop))));
    var untyped =
        synced(
            caches.forKind(
                dynamic, CacheOptions.<DynamicObject>defaults().with(o -> o.namespaces(shop))));

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
    Node node = client.create(Node.named("n-" + shop));
    var nodes = synced(caches.forObject(Node.class));

    // The first list of a real server comes from its own cache, which may be a moment older.
    nodes.awaitVersion(node.key(), node.metadata().resourceVersion(), LONG);
    assertThat(nodes.lister().get("n-" + shop)).isPresent();
    assertThat(nodes.indexer().listKeys()).contains(ObjectKey.of("", "n-" + shop));
    assertThat(nodes.indexer().indexers()).isEmpty();
    assertThatThrownBy(() -> nodes.lister().inNamespace(shop))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                caches.forObject(
                    Node.class, CacheOptions.<Node>defaults().with(o -> o.namespaces(shop))))
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
    assertThat(names(ours.list(labelIs("app", "y")))).containsExactly(shop + "/b");
    assertThat(ours.list(Selector.everything())).hasSameSizeAs(ours.list());
    assertThat(names(ours.list(Selector.everything(), appX))).containsExactly(shop + "/a");
    assertThat(names(lister.list(labelIs("app", "x"), appX)))
        .contains(shop + "/a", mall + "/a")
        .doesNotContain(shop + "/b");
    assertThat(names(ours.list(Selector.everything(), FieldSelector.field("metadata.name", "b"))))
        .containsExactly(shop + "/b");
    assertThat(names(ours.list(labelIs("app", "y"), FieldSelector.fieldIsNot("data.app", "x"))))
        .containsExactly(shop + "/b");
    assertThatThrownBy(
            () -> ours.list(Selector.everything(), FieldSelector.field("spec.nodeName", "n1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Index.ofField(\"spec.nodeName\"");
  }

  // --- failures that users can act on

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
  void forbiddenNamespaceIsNamedAndTheOthersAreCached() throws Exception {
    String user = "half" + shop;
    try (Client half = Client.connect(TestServer.config(server.kubeconfigOfNewUser(user)));
        SharedCacheFactory theirs = SharedCacheFactory.over(half)) {
      client.create(
          Role.named(mall, "reader")
              .with(
                  r ->
                      r.addRule(
                          p -> p.apiGroups("").resources("configmaps").verbs("list", "watch"))));
      client.create(
          RoleBinding.named(mall, "reader")
              .with(
                  b ->
                      b.roleRef(
                              r ->
                                  r.apiGroup("rbac.authorization.k8s.io")
                                      .kind("Role")
                                      .name("reader"))
                          .addSubject(
                              s ->
                                  s.apiGroup("rbac.authorization.k8s.io")
                                      .kind("User")
                                      .name(user))));
      create(mall, "a", "x");
      Probe<ConfigMap> probe = new Probe<>();
      var informer =
          theirs.forKind(
              ConfigMap.KIND,
              CacheOptions.<ConfigMap>defaults()
                  .with(o -> o.namespaces(shop, mall).streaming(false)));
      Registration registration = informer.addEventHandler(probe);
      theirs.start();
      probe.await("initial " + mall + "/a");

      assertThat(names(informer.lister().inNamespace(mall).list())).containsExactly(mall + "/a");
      assertThat(registration.hasSynced()).isFalse();
      assertThatThrownBy(() -> theirs.waitForSync(SHORT))
          .isInstanceOf(SyncTimeoutException.class)
          .hasCauseInstanceOf(ApiException.Forbidden.class)
          .hasMessageContaining("no list of namespace " + shop)
          .hasMessageNotContaining("no list of namespace " + mall);
    }
  }

  @Test
  @Tag("slow")
  void missingDefinitionIsNamedAndTheCacheSyncsOnceItIsThere() throws Exception {
    String group = shop + ".example.com";
    Kind<DynamicObject> cones =
        Kind.dynamic(new GroupVersionKind(group, "v1", "Cone"), "cones", Scope.NAMESPACED);
    var informer = caches.forKind(cones, quick(CacheOptions.defaults()));
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
        Backoff.defaults()
            .with(
                b ->
                    b.first(Duration.ofMillis(50))
                        .factor(2)
                        .cap(Duration.ofSeconds(1))
                        .jitter(0)
                        .resetAfter(Duration.ofMinutes(2)));
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
}
