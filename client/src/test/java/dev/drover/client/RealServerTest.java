package dev.drover.client;

import static dev.drover.api.Labels.labelIs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.Condition;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.IntOrString;
import dev.drover.api.Manifests;
import dev.drover.api.Patch;
import dev.drover.api.Scope;
import dev.drover.api.WatchEvent;
import dev.drover.controlplane.ControlPlane;
import dev.drover.model.apps.v1.Deployment;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Pod;
import dev.drover.model.core.v1.ServiceAccount;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/// The whole surface of the client against a real kube-apiserver.
@Tag("real")
class RealServerTest {
  private static ControlPlane server;
  private static Client client;

  private String namespace;
  private ResourceClient<ConfigMap> maps;

  @BeforeAll
  static void start() throws Exception {
    server = ControlPlane.start(ControlPlane.Options.defaults());
    client = Client.connect(config(server.kubeconfig()));
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  static ClientConfig config(String kubeconfig) {
    return ClientConfig.fromKubeconfig(kubeconfig.getBytes(StandardCharsets.UTF_8));
  }

  private static final AtomicInteger COUNT = new AtomicInteger();

  @BeforeEach
  void ownNamespace(TestInfo test) {
    namespace = "t" + COUNT.incrementAndGet();
    client.create(Namespace.named(namespace));
    maps = client.resources(ConfigMap.class).inNamespace(namespace);
  }

  private ConfigMap map(String name, String value) {
    return ConfigMap.named(namespace, name).with(m -> m.data("k", value).label("app", name));
  }

  @Test
  void bodyThatIsTooLargeIsRefusedByTheServer() {
    String large = "x".repeat(40 << 20);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(
              () -> client.create(ConfigMap.named("default", "l").with(m -> m.data("k", large))))
          .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.code()).isEqualTo(413))
          .hasMessageContaining("Request entity too large: limit is 3145728");
    }
  }

  @Test
  void objectIsCreatedReadReplacedAndDeleted() {
    ConfigMap created = maps.create(map("a", "1"));
    assertThat(created.metadata().uid()).isNotEmpty();
    assertThat(maps.get("a")).isEqualTo(created);

    ConfigMap updated = maps.update(created.with(m -> m.data("k", "2")));
    assertThat(updated.data()).containsEntry("k", "2");
    assertThat(updated.metadata().resourceVersion())
        .isNotEqualTo(created.metadata().resourceVersion());

    maps.delete("a");
    assertThat(maps.find("a")).isEmpty();
    assertThatThrownBy(() -> maps.get("a"))
        .isInstanceOf(ApiException.NotFound.class)
        .hasMessageContaining("get configmaps " + namespace + "/a")
        .hasMessageContaining("\"a\" not found");
  }

  @Test
  void staleUpdateIsAConflict() {
    ConfigMap created = maps.create(map("a", "1"));
    maps.update(created.with(m -> m.data("k", "2")));

    assertThatThrownBy(() -> maps.update(created.with(m -> m.data("k", "3"))))
        .isInstanceOf(ApiException.Conflict.class);
    assertThatThrownBy(() -> maps.edit(created, m -> m.with(b -> b.data("k", "3"))))
        .isInstanceOf(ApiException.Conflict.class);
    assertThatThrownBy(() -> maps.create(map("a", "1")))
        .isInstanceOf(ApiException.AlreadyExists.class);
  }

  @Test
  void editSendsOnlyTheDifferenceAndNothingWhenThereIsNone() {
    ConfigMap created = maps.create(map("a", "1"));

    assertThat(maps.edit(created, m -> m)).isSameAs(created);
    ConfigMap edited = maps.editMetadata(created, m -> m.withLabel("x", "y").withoutLabel("app"));
    assertThat(edited.metadata().labels()).isEqualTo(Map.of("x", "y"));
    assertThat(maps.get("a")).isEqualTo(edited);
  }

  @Test
  void statusIsWrittenSeparately() {
    ResourceClient<Deployment> deployments =
        client.resources(Deployment.class).inNamespace(namespace);
    Deployment created = deployments.create(deployment("web"));
    Deployment reported =
        client.updateStatus(
            created,
            created
                .status()
                .with(s -> s.replicas(2).condition("Available", c -> c.status(Condition.TRUE))));

    assertThat(reported.status().replicas()).isEqualTo(2);
    assertThat(reported.spec()).isEqualTo(created.spec());
    assertThat(client.updateStatus(reported, reported.status())).isSameAs(reported);
  }

  private Deployment deployment(String name) {
    return Deployment.named(namespace, name)
        .with(
            d ->
                d.spec(
                    s ->
                        s.replicas(1)
                            .matchLabel("app", name)
                            .template(
                                t ->
                                    t.label("app", name)
                                        .container(
                                            "main",
                                            c ->
                                                c.image("nginx:1")
                                                    .readinessProbe(
                                                        p ->
                                                            p.httpGet(
                                                                h ->
                                                                    h.path("/")
                                                                        .port(
                                                                            IntOrString.of(
                                                                                80))))))));
  }

  @Test
  void applyCreatesChangesAndRemovesFields() {
    Deployment applied =
        client
            .writing(WriteOptions.defaults().with(o -> o.fieldManager("me")))
            .apply(deployment("web"));
    assertThat(applied.spec().replicas()).isEqualTo(1);
    assertThat(applied.metadata().managedFields()).anyMatch(m -> "me".equals(m.manager()));

    Client me = client.writing(WriteOptions.defaults().with(o -> o.fieldManager("me")));
    Deployment labelled = me.apply(deployment("web").with(d -> d.label("a", "b")));
    assertThat(labelled.metadata().labels()).containsEntry("a", "b");
    assertThat(me.apply(deployment("web")).metadata().labels()).isEmpty();

    Client other = client.writing(WriteOptions.defaults().with(o -> o.fieldManager("other")));
    Deployment more = deployment("web").with(d -> d.spec(s -> s.replicas(5)));
    assertThatThrownBy(() -> other.apply(more)).isInstanceOf(ApiException.Conflict.class);
    Client forced =
        client.writing(WriteOptions.defaults().with(o -> o.fieldManager("other").force(true)));
    assertThat(forced.apply(more).spec().replicas()).isEqualTo(5);
  }

  @Test
  void manifestsAreAppliedInOrder() {
    var objects =
        Manifests.parse(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: one, namespace: %1$s}
            data: {k: v}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: two, namespace: %1$s}
            stringData: {password: hush}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: reader-%1$s}
            rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
            ---
            apiVersion: networking.k8s.io/v1
            kind: NetworkPolicy
            metadata: {name: closed, namespace: %1$s}
            spec: {podSelector: {}}
            """
                .formatted(namespace));

    assertThat(client.apply(objects))
        .extracting(o -> o.name())
        .containsExactly("one", "two", "reader-" + namespace, "closed");
    assertThat(maps.get("one").data()).containsEntry("k", "v");
  }

  @Test
  void allKindsOfPatchWork() {
    maps.create(map("a", "1"));

    assertThat(maps.patch("a", Patch.merge(Map.of("data", Map.of("k", "2")))).data())
        .containsEntry("k", "2");
    assertThat(maps.patch("a", Patch.strategicMerge(Map.of("data", Map.of("m", "3")))).data())
        .containsEntry("m", "3");
    assertThat(maps.patch("a", Patch.json().replace("/data/k", "4").build()).data())
        .containsEntry("k", "4");
  }

  @Test
  void longListIsReadPageByPage() {
    for (int i = 0; i < 7; i++) {
      maps.create(map("m" + i, "v"));
    }

    var first = maps.list(ListOptions.defaults().with(o -> o.limit(3)));
    assertThat(first.items()).hasSize(3);
    assertThat(first.continueToken()).isPresent();
    assertThat(first.remainingItemCount()).isPresent();
    assertThat(
            maps.stream(ListOptions.defaults().with(o -> o.limit(3)))
                .map(ConfigMap::name)
                .filter(n -> n.startsWith("m")))
        .containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6");
    assertThat(maps.list(ListOptions.defaults().with(o -> o.labels(labelIs("app", "m4")))).items())
        .extracting(ConfigMap::name)
        .containsExactly("m4");
  }

  @Test
  void watchReportsEachChangeAndTheEndOfTheStreamedList() {
    maps.create(map("a", "1"));
    List<String> seen = new ArrayList<>();
    try (var events =
        maps.watch(
            WatchOptions.defaults()
                .with(o -> o.labels(labelIs("app", "a")).sendInitialEvents(true)))) {
      while (events.hasNext()) {
        switch (events.next()) {
          case WatchEvent.Added<ConfigMap>(ConfigMap object) -> seen.add("added " + object.name());
          case WatchEvent.Modified<ConfigMap>(ConfigMap object) -> {
            seen.add("modified " + object.data().get("k"));
            maps.delete("a");
          }
          case WatchEvent.Deleted<ConfigMap>(ConfigMap last) -> {
            seen.add("deleted " + last.name());
            CancellationTest.fromOutside(events::close);
          }
          case WatchEvent.Bookmark<ConfigMap>(String version, boolean end) -> {
            if (end) {
              seen.add("listed");
              maps.patch("a", Patch.merge(Map.of("data", Map.of("k", "2"))));
            }
          }
          case WatchEvent.Failed<ConfigMap>(var status) -> throw new AssertionError(status);
        }
      }
    }
    assertThat(seen).containsExactly("added a", "listed", "modified 2", "deleted a");
  }

  @Test
  void sameObjectIsReadTypedDynamicAndAsMetadata() {
    ConfigMap created = maps.create(map("a", "1"));
    GroupVersionKind gvk = ConfigMap.KIND.gvk();

    DynamicObject dynamic =
        client.resources(gvk, "configmaps", Scope.NAMESPACED).inNamespace(namespace).get("a");
    assertThat(dynamic.as(ConfigMap.class)).isEqualTo(created);
    var metadata = client.metadata(ConfigMap.KIND).inNamespace(namespace);
    assertThat(metadata.get("a").metadata()).isEqualTo(created.metadata());
    assertThat(
            metadata.list(ListOptions.defaults().with(o -> o.labels(labelIs("app", "a")))).items())
        .hasSize(1);
    try (var events =
        metadata.watch(
            WatchOptions.defaults()
                .with(o -> o.labels(labelIs("app", "a")).sendInitialEvents(true)))) {
      assertThat(events.next()).isInstanceOf(WatchEvent.Added.class);
    }
  }

  @Test
  void collectionIsDeletedBySelector() {
    maps.create(map("a", "1"));
    maps.create(map("b", "1"));

    maps.deleteCollection(
        dev.drover.api.DeleteOptions.builder().build(),
        ListOptions.defaults().with(o -> o.labels(labelIs("app", "a"))));

    assertThat(maps.find("a")).isEmpty();
    assertThat(maps.find("b")).isPresent();
  }

  @Test
  void subresourcesScaleEvictAndToken() {
    ResourceClient<Deployment> deployments =
        client.resources(Deployment.class).inNamespace(namespace);
    deployments.create(deployment("web"));
    deployments.scale("web", 4);
    assertThat(deployments.replicas("web")).isEqualTo(4);

    ResourceClient<Pod> pods = client.resources(Pod.class).inNamespace(namespace);
    pods.create(Pod.named(namespace, "p").with(p -> p.container("main", c -> c.image("nginx:1"))));
    pods.evict("p");
    assertThat(pods.find("p")).isEmpty();

    var accounts = client.resources(ServiceAccount.class).inNamespace(namespace);
    accounts.create(ServiceAccount.named(namespace, "robot"));
    assertThat(accounts.token("robot", Duration.ofHours(1))).contains(".");
  }

  @Test
  void awaitReturnsTheObjectOnceItIsAsWanted() {
    var waiting =
        CompletableFuture.supplyAsync(
            () -> maps.await("late", m -> "2".equals(m.data().get("k")), Duration.ofSeconds(30)));
    ConfigMap created = maps.create(map("late", "1"));
    maps.edit(created, m -> m.with(b -> b.data("k", "2")));

    assertThat(waiting.join().data()).containsEntry("k", "2");
    assertThatThrownBy(() -> maps.await("late", m -> false, Duration.ofMillis(300)))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("configmaps late is not as wanted")
        .hasMessageContaining("version");
  }

  @Test
  void dryRunChangesNothingAndStrictValidationRefusesUnknownFields() {
    maps.writing(WriteOptions.defaults().with(o -> o.dryRun(true))).create(map("a", "1"));
    assertThat(maps.find("a")).isEmpty();

    var strict =
        client
            .resources(ConfigMap.KIND.gvk(), "configmaps", Scope.NAMESPACED)
            .inNamespace(namespace)
            .writing(
                WriteOptions.defaults().with(o -> o.validation(WriteOptions.Validation.STRICT)));
    DynamicObject odd =
        DynamicObject.named(ConfigMap.KIND.gvk(), namespace, "a").with("x", "noSuchField");
    assertThatThrownBy(() -> strict.create(odd))
        .isInstanceOf(ApiException.BadRequest.class)
        .hasMessageContaining("noSuchField");
  }

  @Test
  void warningsReachTheHandler() {
    List<Warning> warnings = new ArrayList<>();
    RestClient rest = client.rest().withWarningHandler(warnings::add);
    var odd = DynamicObject.named(ConfigMap.KIND.gvk(), namespace, "a").with("x", "noSuchField");
    Client.over(rest).resources(ConfigMap.KIND.gvk(), "configmaps", Scope.NAMESPACED).create(odd);

    assertThat(warnings).anyMatch(w -> w.code() == 299 && w.text().contains("noSuchField"));
  }

  @Test
  void refusalNamesTheMissingRule() {
    var nobody = server.addUser("nobody");
    try (Client asNobody = Client.connect(config(server.kubeconfig(nobody)))) {
      assertThatThrownBy(() -> asNobody.resources(Pod.class).inNamespace("shop").list())
          .isInstanceOf(ApiException.Forbidden.class)
          .hasMessageContaining(
              "{apiGroups: [\"\"], resources: [\"pods\"], verbs: [\"list\", \"watch\"]}")
          .hasMessageContaining("Role of namespace shop bound to nobody");
    }
  }

  @Test
  void interruptEndsAWaitingWatchAtOnce() throws Exception {
    try (var events =
        maps.watch(WatchOptions.defaults().with(o -> o.labels(labelIs("app", "none"))))) {
      CompletableFuture<Throwable> outcome = new CompletableFuture<>();
      Thread reader =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      while (events.hasNext()) {
                        events.next();
                      }
                      outcome.complete(null);
                    } catch (RuntimeException e) {
                      outcome.complete(e);
                    }
                  });
      reader.interrupt();
      assertThat(outcome.get()).isInstanceOf(RequestInterruptedException.class);
    }
  }

  @Test
  void http2ServesTheSameCalls() {
    ClientConfig config = client.rest().config();
    try (Client http2 = Client.over(RestClient.over(config, Transport.http2(config)))) {
      var over2 = http2.resources(ConfigMap.class).inNamespace(namespace);
      ConfigMap created = over2.create(map("a", "1"));
      assertThat(maps.get("a")).isEqualTo(created);
      try (var events =
          over2.watch(
              WatchOptions.defaults()
                  .with(o -> o.labels(labelIs("app", "a")).sendInitialEvents(true)))) {
        assertThat(events.next()).isEqualTo(new WatchEvent.Added<>(created));
      }
      assertThat(over2.list().items()).contains(created);
    }
  }
}
