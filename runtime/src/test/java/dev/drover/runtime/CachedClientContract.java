package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.FieldSelector;
import dev.drover.api.Kind;
import dev.drover.api.PartialObject;
import dev.drover.api.Selector;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ListOption;
import dev.drover.client.WriteOptions;
import dev.drover.client.WriteResult;
import dev.drover.informer.Index;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Secret;
import dev.drover.model.core.v1.ServiceAccount;
import dev.drover.runtime.leader.LeadershipLostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/// What the cache has of each kind, and what the client over it reads and writes.
@ExtendWith(TestCluster.Supply.class)
abstract class CachedClientContract {
  private static final Duration SOON = Duration.ofSeconds(20);

  private Client other;
  private String namespace;
  private Manager manager;

  @BeforeEach
  void connect(TestCluster cluster, TestInfo test) {
    ClientConfig config = cluster.config();
    other = Client.connect(config);
    namespace = "c" + Integer.toHexString(test.getTestMethod().orElseThrow().getName().hashCode());
    other.create(Namespace.named(namespace));
    manager =
        Manager.connect(
            "cached",
            config,
            ManagerOptions.defaults()
                .with(o -> o.namespaces(namespace).syncTimeout(SOON).uncached(Secret.class)));
  }

  @AfterEach
  void close() {
    manager.close();
    other.close();
  }

  private ConfigMap map(String name) {
    return ConfigMap.named(namespace, name);
  }

  private List<String> names() {
    return manager.client().list(ConfigMap.class).stream()
        .map(ConfigMap::name)
        .filter(name -> !name.equals("kube-root-ca.crt"))
        .sorted()
        .toList();
  }

  private void started() throws Exception {
    manager.start();
    manager.settle(SOON);
  }

  @Test
  void cacheHasOnlyObjectsWithTheLabels() throws Exception {
    other.create(map("tea").with(m -> m.label("app", "shop")));
    other.create(map("noise"));
    manager
        .cache()
        .declare(ConfigMap.class, o -> o.labels(Selector.ofLabels(Map.of("app", "shop"))));
    started();
    assertThat(names()).containsExactly("tea");
    manager.client().create(map("more-noise"));
    assertThat(names()).as("an own write of another label").containsExactly("tea");
    manager.client().create(map("coffee").with(m -> m.label("app", "shop")));
    assertThat(names()).containsExactly("coffee", "tea");
  }

  @Test
  void cacheHasOnlyObjectsWithTheFields() throws Exception {
    other.create(map("tea"));
    other.create(map("noise"));
    manager
        .cache()
        .declare(ConfigMap.class, o -> o.fields(FieldSelector.field("metadata.name", "tea")));
    started();
    assertThat(names()).containsExactly("tea");
  }

  @Test
  void namespacesOfAKindReplaceThoseOfTheManager() throws Exception {
    other.create(map("tea"));
    manager.cache().declare(ConfigMap.class, o -> o.namespaces("kube-system"));
    started();
    assertThat(names()).doesNotContain("tea");
    manager.client().create(map("coffee"));
    assertThat(names()).as("an own write elsewhere").doesNotContain("coffee");
  }

  @Test
  void readOfANamespaceThatTheCacheDoesNotCoverIsAnErrorThatNamesIt() throws Exception {
    other.apply(Namespace.named(namespace + "-other"));
    other.create(ConfigMap.named(namespace + "-other", "tea"));
    manager.cache().informer(ConfigMap.class);
    started();
    ClusterClient client = manager.client();
    for (ThrowingCallable read :
        List.<ThrowingCallable>of(
            () -> client.get(ConfigMap.class, namespace + "-other", "tea"),
            () -> client.find(ConfigMap.class, namespace + "-other", "tea"),
            () -> client.list(ConfigMap.class, ListOption.in(namespace + "-other")))) {
      assertThatThrownBy(read)
          .isInstanceOf(NamespaceNotCachedException.class)
          .hasMessageContaining("'" + namespace + "-other'")
          .hasMessageContaining("only " + namespace)
          .hasMessageContaining("ManagerOptions.namespaces")
          .hasMessageContaining("client().live()");
    }
    client.create(map("coffee"));
    assertThat(names()).as("a list of all has what is covered").containsExactly("coffee");
    assertThat(
            client
                .createOrPatch(
                    ConfigMap.named(namespace + "-other", "tea"),
                    m -> m.with(b -> b.data("n", "1")))
                .object()
                .data())
        .as("writes do not need the cache")
        .containsEntry("n", "1");
  }

  @Test
  void requestForANamespaceThatIsNotCoveredIsNotTakenForADeletion() throws Exception {
    BlockingQueue<String> gone = new LinkedBlockingQueue<>();
    Controller controller =
        manager
            .controllerFor(ConfigMap.class)
            .onGone(request -> gone.add(request.toString()))
            .complete((map, ctx) -> Result.done());
    started();
    controller.enqueue(Request.of("kube-system", "extension-apiserver-authentication"));
    controller.enqueue(Request.of(namespace, "none"));
    assertThat(gone.poll(30, TimeUnit.SECONDS)).isEqualTo(namespace + "/none");
    assertThat(gone).isEmpty();
  }

  @Test
  void transformAppliesToCachedObjectsAndOwnWrites() throws Exception {
    other.create(map("tea").with(m -> m.data("long", "text")));
    manager
        .cache()
        .declare(
            ConfigMap.class,
            o -> o.transform(m -> m.with(b -> b.data(Map.of()))).withoutManagedFields());
    started();
    ConfigMap kept = manager.client().get(ConfigMap.class, namespace, "tea");
    assertThat(kept.data()).isEmpty();
    assertThat(kept.metadata().managedFields()).isEmpty();
    manager.client().create(map("coffee").with(m -> m.data("long", "text")));
    assertThat(manager.client().get(ConfigMap.class, namespace, "coffee").data()).isEmpty();
  }

  @Test
  void transformedObjectIsNotWrittenBackWhole() throws Exception {
    other.create(map("tea").with(m -> m.data("long", "text")));
    manager.cache().declare(ConfigMap.class, o -> o.transform(m -> m.with(b -> b.data(Map.of()))));
    started();
    manager.client().createOrUpdate(map("tea"), m -> m.with(b -> b.label("app", "shop")));
    assertThat(read("tea").data()).containsEntry("long", "text");
    assertThat(read("tea").metadata().label("app")).contains("shop");
  }

  private ConfigMap read(String name) {
    return other.resources(ConfigMap.class).inNamespace(namespace).get(name);
  }

  @Test
  void cacheMayHaveMetadataOnly() throws Exception {
    other.create(map("tea").with(m -> m.label("app", "shop").data("long", "text")));
    Kind<PartialObject> metadata = ConfigMap.KIND.metadataOnly();
    manager.cache().declare(metadata, o -> {});
    started();
    assertThat(manager.client().list(metadata, ListOption.label("app", "shop")))
        .extracting(PartialObject::name)
        .containsExactly("tea");
    assertThatThrownBy(() -> manager.client().list(ConfigMap.class))
        .isInstanceOf(UndeclaredKindException.class);
  }

  @Test
  void uncachedKindIsReadFromTheServer() throws Exception {
    started();
    other.create(Secret.named(namespace, "key").with(s -> s.label("app", "shop")));
    other.create(Secret.named(namespace, "other"));
    ClusterClient client = manager.client();
    assertThat(client.find(Secret.class, namespace, "key")).isPresent();
    assertThat(client.find(Secret.class, namespace, "none")).isEmpty();
    assertThat(client.list(Secret.class, ListOption.in(namespace), ListOption.label("app", "shop")))
        .extracting(Secret::name)
        .containsExactly("key");
    assertThat(client.list(Secret.class, ListOption.in(namespace), ListOption.limit(1))).hasSize(1);
    assertThat(manager.cache().informers()).isEmpty();
    Index<Secret> byType = Index.of("type", s -> s.namespace());
    assertThatThrownBy(() -> client.list(Secret.class, ListOption.indexed(byType.name(), "Opaque")))
        .hasMessageContaining("does not have the index 'type'");
  }

  @Test
  void objectsAreFoundByAnIndexOwnWritesIncluded() throws Exception {
    Index<ConfigMap> byColor = Index.ofMany("color", m -> List.copyOf(m.data().values()));
    other.create(map("apple").with(m -> m.data("color", "red")));
    other.create(map("pear").with(m -> m.data("color", "green")));
    manager.cache().index(ConfigMap.KIND, byColor);
    started();
    assertThat(manager.client().list(ConfigMap.class, ListOption.indexed(byColor.name(), "red")))
        .extracting(ConfigMap::name)
        .containsExactly("apple");
    manager.client().create(map("cherry").with(m -> m.data("color", "red")));
    assertThat(manager.client().list(ConfigMap.class, ListOption.indexed(byColor.name(), "red")))
        .extracting(ConfigMap::name)
        .containsExactlyInAnyOrder("apple", "cherry");
  }

  @Test
  void objectsAreFoundBySeveralIndexesAtOnce() throws Exception {
    Index<ConfigMap> byColor = Index.of("color", m -> m.data().get("color"));
    Index<ConfigMap> bySize = Index.of("size", m -> m.data().get("size"));
    other.create(map("cherry").with(m -> m.data("color", "red").data("size", "s")));
    other.create(map("apple").with(m -> m.data("color", "red").data("size", "m")));
    other.create(map("pear").with(m -> m.data("color", "green").data("size", "m")));
    manager.cache().index(ConfigMap.KIND, byColor);
    manager.cache().index(ConfigMap.KIND, bySize);
    started();
    ListOption[] redAndMedium = {
      ListOption.indexed(byColor.name(), "red"),
      ListOption.indexed(bySize.name(), "m"),
      ListOption.in(namespace)
    };
    assertThat(manager.client().list(ConfigMap.class, redAndMedium))
        .extracting(ConfigMap::name)
        .containsExactly("apple");
    manager.client().create(map("tomato").with(m -> m.data("color", "red").data("size", "m")));
    manager.client().create(map("plum").with(m -> m.data("color", "blue").data("size", "m")));
    assertThat(manager.client().list(ConfigMap.class, redAndMedium))
        .extracting(ConfigMap::name)
        .containsExactlyInAnyOrder("apple", "tomato");
  }

  @Test
  void kindWatchedWhileTheManagerRunsIsReadUntilTheLastWatchIsClosed() throws Exception {
    Controller controller =
        manager.controllerFor(ConfigMap.class).complete((map, ctx) -> Result.done());
    started();
    Kind<ServiceAccount> kind = ServiceAccount.KIND;
    other.create(ServiceAccount.named(namespace, "robot"));
    var first = controller.watch(manager.cache().source(kind, EventMapper.label("map")));
    var second = controller.watch(manager.cache().source(kind, EventMapper.label("map")));
    manager.settle(SOON); // the first list of kube-apiserver may be older than the create
    assertThat(manager.client().get(ServiceAccount.class, namespace, "robot")).isNotNull();
    first.close();
    assertThat(manager.client().get(ServiceAccount.class, namespace, "robot")).isNotNull();
    manager.client().create(ServiceAccount.named(namespace, "robot2"));
    assertThat(manager.client().find(ServiceAccount.class, namespace, "robot2")).isPresent();
    second.close();
    assertThatThrownBy(() -> manager.client().list(ServiceAccount.class))
        .isInstanceOf(UndeclaredKindException.class);
    var third = controller.watch(manager.cache().source(kind, EventMapper.label("map")));
    manager.cache().informer(kind);
    third.close();
    assertThat(manager.client().get(ServiceAccount.class, namespace, "robot")).isNotNull();
    assertThat(manager.cache().remove(kind)).isTrue();
    assertThat(manager.cache().remove(kind)).isFalse();
    assertThatThrownBy(() -> manager.client().list(ServiceAccount.class))
        .isInstanceOf(UndeclaredKindException.class);
  }

  @Test
  void clientOfAFormerLeaderWritesNothingAndItsLiveClientNeither() throws Exception {
    ConfigMap there = other.create(map("a"));
    manager.cache().informer(ConfigMap.class);
    started();
    AtomicBoolean leads = new AtomicBoolean(true);
    ClusterClient fenced =
        manager
            .client()
            .fenced(
                () -> {
                  if (!leads.get()) {
                    throw new LeadershipLostException("cached");
                  }
                });
    fenced.live().create(map("b"));
    leads.set(false);
    for (ThrowingCallable write :
        List.<ThrowingCallable>of(
            () -> fenced.create(map("c")),
            () -> fenced.delete(there),
            () -> fenced.live().create(map("c")),
            () -> fenced.live().resources(ConfigMap.class).inNamespace(namespace).delete("a"),
            () -> fenced.writing(WriteOptions.defaults()).live().delete(there),
            () -> fenced.live().rest().post().absPath("/api/v1/namespaces").execute())) {
      assertThatThrownBy(write).isInstanceOf(LeadershipLostException.class);
    }
    assertThat(fenced.live().resources(ConfigMap.class).inNamespace(namespace).get("a"))
        .isEqualTo(there);
    assertThat(names()).containsExactly("a", "b");
  }

  @Test
  void createOrPatchReturnsItsOutcome() throws Exception {
    manager.cache().informer(ConfigMap.class);
    started();
    ClusterClient client = manager.client();
    for (var expected : List.of(WriteResult.Outcome.CREATED, WriteResult.Outcome.UNCHANGED)) {
      assertThat(client.createOrPatch(map("a"), m -> m.with(b -> b.data("n", "1"))).outcome())
          .isEqualTo(expected);
    }
    WriteResult<ConfigMap> updated =
        client.createOrPatch(map("a"), m -> m.with(b -> b.data("n", "2")));
    assertThat(updated.outcome()).isEqualTo(WriteResult.Outcome.UPDATED);
    assertThat(read("a")).isEqualTo(updated.object());
    assertThatThrownBy(() -> client.createOrPatch(map("a"), m -> map("b")))
        .hasMessageContaining("must keep the name");
  }

  @Test
  void createOrUpdateReturnsItsOutcome() throws Exception {
    started(); // the kind is not in the cache: the server is asked
    ClusterClient client = manager.client();
    for (var expected : List.of(WriteResult.Outcome.CREATED, WriteResult.Outcome.UNCHANGED)) {
      assertThat(client.createOrUpdate(map("a"), m -> m.with(b -> b.data("n", "1"))).outcome())
          .isEqualTo(expected);
    }
    assertThat(client.createOrUpdate(map("a"), m -> m.with(b -> b.data("n", "2"))).outcome())
        .isEqualTo(WriteResult.Outcome.UPDATED);
    assertThat(read("a").data()).containsEntry("n", "2");
  }

  @Test
  void changeIsRetriedAfterAConflict() throws Exception {
    manager.cache().informer(ConfigMap.class);
    started();
    AtomicInteger calls = new AtomicInteger();
    WriteResult<ConfigMap> created =
        manager
            .client()
            .createOrUpdate(
                map("a"),
                m -> {
                  if (calls.getAndIncrement() == 0) {
                    other.create(map("a").with(b -> b.data("theirs", "1")));
                  }
                  return m.with(b -> b.data("mine", "1"));
                });
    assertThat(created.outcome()).isEqualTo(WriteResult.Outcome.UPDATED);
    calls.set(0);
    manager
        .client()
        .createOrPatch(
            map("a"),
            m -> {
              if (calls.getAndIncrement() == 0) {
                other.edit(read("a"), x -> x.with(b -> b.data("theirs", "2")));
              }
              return m.with(b -> b.data("mine", "2"));
            });
    assertThat(calls).hasValue(2);
    assertThat(read("a").data()).isEqualTo(Map.of("theirs", "2", "mine", "2"));
  }

  @Test
  void conflictIsThrownAfterTheLastRetry() throws Exception {
    other.create(map("a"));
    started();
    AtomicInteger calls = new AtomicInteger();
    assertThatThrownBy(
            () ->
                manager
                    .client()
                    .createOrUpdate(
                        map("a"),
                        m -> {
                          String n = "n" + calls.incrementAndGet();
                          other.edit(read("a"), x -> x.with(b -> b.data("theirs", n)));
                          return m.with(b -> b.data("mine", n));
                        }))
        .isInstanceOf(dev.drover.client.ApiException.Conflict.class);
    assertThat(calls).hasValue(5);
  }

  @Test
  void finalizersAndOwnersAreSetOnce() throws Exception {
    manager.cache().informer(ConfigMap.class);
    started();
    ClusterClient client = manager.client();
    ConfigMap owner = client.create(map("owner"));
    ConfigMap guarded = client.addFinalizer(owner, "shop.drover.dev/guard");
    assertThat(client.addFinalizer(guarded, "shop.drover.dev/guard")).isSameAs(guarded);
    ConfigMap owned = client.create(map("owned").with(m -> m.ownedBy(owner)));
    assertThat(owned.metadata().controller().orElseThrow().uid()).isEqualTo(owner.metadata().uid());
    assertThat(client.editMetadata(owned, m -> m.ownedBy(owner))).isSameAs(owned);
    ConfigMap free = client.removeFinalizer(guarded, "shop.drover.dev/guard");
    assertThat(free.metadata().finalizers()).isEmpty();
    assertThat(client.removeFinalizer(free, "shop.drover.dev/guard")).isSameAs(free);
  }
}
