package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.ObjectKey;
import dev.drover.api.PartialObject;
import dev.drover.client.ListOption;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Secret;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Kinds that are declared, and controllers that are completed, while the manager runs: reads are
/// as complete, and own deletions as final, as those of kinds that were there from the start.
class LateKindsTest extends OnCluster {
  private static final int MANY = 100;

  private final HeldWatches watches = new HeldWatches("configmaps");

  @BeforeEach
  void start() throws Exception {
    manager.close();
    manager =
        Manager.connect(
            "late",
            config,
            ManagerOptions.defaults()
                .with(o -> o.namespaces(namespace).syncTimeout(SOON).layer(watches)));
    manager.start();
    IntStream.range(0, MANY).forEach(i -> client.create(Secret.named(namespace, "s" + i)));
  }

  private Kind<DynamicObject> dynamic(Kind<?> kind) {
    return manager.client().live().mapper().mapping(kind.gvk()).kind();
  }

  private long secrets(Kind<?> kind) {
    return manager.client().list(kind, ListOption.in(namespace)).size();
  }

  @Test
  void firstReadOfALateKindIsCompleteInEveryForm() {
    List<Kind<?>> forms = List.of(Secret.KIND, dynamic(Secret.KIND), Secret.KIND.metadataOnly());
    for (Kind<?> form : forms) {
      manager.cache().informer(form);
      assertThat(secrets(form)).as("%s", form.type()).isGreaterThanOrEqualTo(MANY);
    }
  }

  @Test
  void lateControllersRunAfterAllTheirSourcesHaveSynced() throws Exception {
    Queue<Long> seen = new ConcurrentLinkedQueue<>();
    Kind<DynamicObject> secrets = dynamic(Secret.KIND);
    Kind<PartialObject> metadata = Secret.KIND.metadataOnly();
    create("a");
    for (Kind<?> watched : List.of(secrets, metadata)) {
      lateController(watched, "late-" + watched.type().getSimpleName(), seen);
    }
    manager.settle(SOON);
    assertThat(seen).isNotEmpty().allMatch(count -> count >= MANY);
  }

  private <W extends dev.drover.api.KubernetesObject> void lateController(
      Kind<W> watched, String name, Queue<Long> seen) {
    manager
        .controllerFor(ConfigMap.class)
        .named(name)
        .watches(watched, _ -> Set.of(Request.of(namespace, "a")), _ -> true)
        .complete(
            (map, ctx) -> {
              seen.add((long) ctx.client().list(watched).size());
              return Result.done();
            });
  }

  @Test
  void ownDeletionOfALateDynamicKindIsFinalAndTheNameMayBeUsedAgain() throws Exception {
    ClusterClient cached = manager.client();
    Kind<DynamicObject> maps = dynamic(ConfigMap.KIND);
    manager.cache().informer(maps);
    ObjectKey key = ObjectKey.of(namespace, "a");
    create("a");
    manager.settle(SOON);
    watches.hold();
    cached.delete(ConfigMap.named(namespace, "a"));
    assertThat(cached.find(maps, key)).isEmpty();
    ConfigMap second = cached.create(ConfigMap.named(namespace, "a"));
    assertThat(cached.get(maps, key).metadata().uid()).isEqualTo(second.metadata().uid());
    cached.delete(cached.get(maps, key));
    assertThat(cached.find(maps, key)).isEmpty();
    assertThat(cached.list(maps)).extracting(DynamicObject::name).doesNotContain("a");
    watches.open();
    manager.settle(SOON);
    assertThat(cached.find(maps, key)).isEmpty();
    ConfigMap third = client.create(ConfigMap.named(namespace, "a"));
    Eventually.holds(
        "the object of another client is read",
        () ->
            cached
                .find(maps, key)
                .filter(o -> o.metadata().uid().equals(third.metadata().uid()))
                .isPresent());
  }

  @Test
  void objectWhoseLastFinalizerIsRemovedIsGoneFromACacheOfMetadata() throws Exception {
    ClusterClient cached = manager.client();
    Kind<PartialObject> metadata = ConfigMap.KIND.metadataOnly();
    manager.cache().informer(metadata);
    ConfigMap map = create("a");
    manager.settle(SOON);
    watches.hold();
    ConfigMap guarded = cached.addFinalizer(map, "shop.drover.dev/guard");
    cached.delete(guarded);
    assertThat(cached.get(metadata, map.key()).metadata().isDeleting()).isTrue();
    ConfigMap deleting = client.resources(ConfigMap.class).inNamespace(namespace).get("a");
    cached.removeFinalizer(deleting, "shop.drover.dev/guard");
    assertThat(cached.find(metadata, map.key())).isEmpty();
    watches.open();
    manager.settle(SOON);
    assertThat(cached.find(metadata, map.key())).isEmpty();
  }

  @Test
  void objectDeletedBeforeTheFirstListOfItsKindIsNotRead() throws Exception {
    ConfigMap map = create("a");
    manager.client().delete(map);
    manager.cache().informer(ConfigMap.class);
    manager.client().delete(create("b"));
    assertThat(manager.client().list(ConfigMap.class))
        .extracting(ConfigMap::name)
        .doesNotContain("a", "b");
  }

  @Test
  void ownWriteInANamespaceThatTheCacheDoesNotCoverIsNotRemembered() throws Exception {
    String other = namespace + "-other";
    client.create(Namespace.named(other));
    manager.cache().informer(ConfigMap.class);
    ConfigMap elsewhere = manager.client().create(ConfigMap.named(other, "a"));
    manager.client().delete(elsewhere);
    assertThat(manager.client().list(ConfigMap.class))
        .extracting(ConfigMap::namespace)
        .doesNotContain(other);
  }
}
