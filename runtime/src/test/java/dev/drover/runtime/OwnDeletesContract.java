package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DeleteOptions;
import dev.drover.api.DynamicObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Patch;
import dev.drover.api.Selector;
import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.client.ListOption;
import dev.drover.client.ListOptions;
import dev.drover.client.WriteOptions;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.core.v1.Secret;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A client never reads what it deleted, however late the watch is, and reads what the server still
/// has.
abstract class OwnDeletesContract extends OnCluster {
  private static final String FINALIZER = "shop.drover.dev/guard";

  private final HeldWatches watches = new HeldWatches("configmaps");
  private ClusterClient cached;

  @BeforeEach
  void delayWatches() {
    manager.close();
    manager = delayed(o -> {});
    cached = manager.client();
  }

  private Manager delayed(Consumer<ManagerOptions.Builder> change) {
    return Manager.connect(
        "delayed",
        config,
        ManagerOptions.defaults()
            .with(o -> o.namespaces(namespace).syncTimeout(SOON).layer(watches))
            .with(change));
  }

  private void started() throws Exception {
    manager.cache().informer(ConfigMap.class);
    manager.start();
    manager.settle(SOON);
    watches.hold();
  }

  private boolean isRead(String name) {
    boolean found = cached.find(ConfigMap.class, namespace, name).isPresent();
    assertThat(
            cached.list(ConfigMap.class, ListOption.in(namespace)).stream()
                .anyMatch(map -> map.name().equals(name)))
        .as("list and find agree")
        .isEqualTo(found);
    return found;
  }

  private void awaitCached(String name, boolean there) throws Exception {
    var store = manager.cache().informer(ConfigMap.class).indexer();
    Eventually.holds(
        "the cache has the state", () -> store.getByKey(map(name).key()).isPresent() == there);
  }

  private ConfigMap map(String name) {
    return ConfigMap.named(namespace, name);
  }

  @Test
  void objectCreatedAndDeletedIsNotReadWhenItsCreationArrives() throws Exception {
    started();
    ConfigMap map = cached.create(map("a"));
    long created = watches.awaitMore(0);
    cached.delete(map);
    watches.awaitMore(created);
    assertThat(isRead("a")).isFalse();
    watches.release(created);
    awaitCached("a", true);
    assertThat(isRead("a")).isFalse();
    watches.open();
    awaitCached("a", false);
    assertThat(isRead("a")).isFalse();
    client.create(map("a"));
    Eventually.holds("another one of the name is read", () -> isRead("a"));
  }

  @Test
  void nameThatIsUsedAgainNeverShowsTheEarlierObject() throws Exception {
    started();
    ConfigMap first = cached.create(map("a"));
    long created = watches.awaitMore(0);
    cached.delete(first);
    long deleted = watches.awaitMore(created);
    ConfigMap second = cached.create(map("a"));
    watches.awaitMore(deleted);
    watches.release(created);
    awaitCached("a", true);
    assertThat(cached.get(ConfigMap.class, namespace, "a")).isEqualTo(second);
    cached.delete(second);
    assertThat(isRead("a")).isFalse();
    watches.release(deleted);
    awaitCached("a", false);
    assertThat(isRead("a")).isFalse();
    watches.open();
    manager.settle(SOON);
    assertThat(isRead("a")).isFalse();
  }

  @Test
  void reconcilerIsNotGivenAnObjectThatItsManagerDeleted() throws Exception {
    Queue<String> given = new ConcurrentLinkedQueue<>();
    manager
        .controllerFor(ConfigMap.class)
        .complete(
            (map, ctx) -> {
              given.add(map.name());
              return Result.done();
            });
    started();
    ConfigMap map = cached.create(map("dead"));
    long created = watches.awaitMore(0);
    cached.delete(map);
    watches.awaitMore(created);
    cached.create(map("alive"));
    watches.release(created);
    awaitCached("dead", true);
    watches.open();
    Eventually.holds("the other one is reconciled", () -> given.contains("alive"));
    manager.settle(SOON);
    assertThat(given).doesNotContain("dead");
  }

  @Test
  void objectWhoseLastFinalizerWasRemovedIsNotReadAgain() throws Exception {
    create("a");
    started();
    ConfigMap guarded = cached.addFinalizer(cached.get(ConfigMap.class, namespace, "a"), FINALIZER);
    long guardedEvent = watches.awaitMore(0); // or the next event may come in one part with it
    cached.delete(guarded);
    ConfigMap deleting = cached.get(ConfigMap.class, namespace, "a");
    assertThat(deleting.metadata().isDeleting()).as("held by its finalizer").isTrue();
    long marked = watches.awaitMore(guardedEvent);
    cached.removeFinalizer(deleting, FINALIZER);
    assertThat(isRead("a")).isFalse();
    watches.release(marked);
    Eventually.holds(
        "the cache has the finalizer",
        () ->
            manager.cache().informer(ConfigMap.class).indexer().getByKey(map("a").key()).stream()
                .anyMatch(m -> m.metadata().isDeleting()));
    assertThat(isRead("a")).isFalse();
    watches.open();
    awaitCached("a", false);
    assertThat(isRead("a")).isFalse();
  }

  @Test
  void cleanUpOfAFinalizerRunsOnce() throws Exception {
    AtomicInteger cleaned = new AtomicInteger();
    Controller controller =
        manager
            .controllerFor(ConfigMap.class)
            .finalizer(
                FINALIZER,
                (map, ctx) -> {
                  if (map.name().equals("a")) {
                    cleaned.incrementAndGet();
                  }
                  return Result.done();
                })
            .complete((map, ctx) -> Result.done());
    create("a");
    started();
    client.delete(map("a"));
    watches.release(watches.awaitMore(0));
    Eventually.holds("it is cleaned up", () -> cleaned.get() == 1);
    Eventually.holds(
        "it is gone",
        () -> client.resources(ConfigMap.class).inNamespace(namespace).find("a").isEmpty());
    controller.enqueue(Request.of(namespace, "a"));
    Eventually.holds("the request is done", controller::isIdle);
    watches.open();
    manager.settle(SOON);
    assertThat(cleaned).hasValue(1);
  }

  @Test
  void namespaceThatIsTerminatingIsStillRead() throws Exception {
    String name = namespace + "-old";
    client.create(Namespace.named(name));
    manager.cache().informer(Namespace.class);
    manager.cache().informer(Namespace.KIND.metadataOnly());
    manager.start();
    Namespace there = cached.get(Namespace.KIND, ObjectKey.of("", name));
    cached.delete(there);
    Namespace terminating = cached.get(Namespace.KIND, there.key());
    assertThat(terminating.metadata().isDeleting()).isTrue();
    assertThat(cached.find(Namespace.KIND.metadataOnly(), there.key())).isPresent();
  }

  @Test
  void objectDeletedThroughTheLiveClientIsNotRead() throws Exception {
    create("a");
    started();
    Client live = cached.live();
    live.resources(ConfigMap.class).inNamespace(namespace).delete("a");
    assertThat(isRead("a")).isFalse();
    live.create(map("b"));
    assertThat(isRead("b")).isTrue();
    live.delete(map("b"));
    assertThat(isRead("b")).isFalse();
  }

  @Test
  void objectsDeletedAsACollectionAreNotRead() throws Exception {
    client.create(map("a").with(m -> m.label("app", "shop")));
    client.create(
        map("b")
            .with(
                m ->
                    m.metadata(
                        map("b")
                            .metadata()
                            .with(o -> o.label("app", "shop").finalizers(List.of(FINALIZER))))));
    create("c");
    started();
    cached
        .live()
        .resources(ConfigMap.class)
        .inNamespace(namespace)
        .deleteCollection(
            DeleteOptions.builder().build(),
            ListOptions.defaults().with(o -> o.labels(Selector.ofLabels(Map.of("app", "shop")))));
    assertThat(isRead("a")).isFalse();
    assertThat(isRead("b")).as("held by a finalizer").isTrue();
    assertThat(isRead("c")).isTrue();
    watches.open();
  }

  @Test
  void deletionOfADryRunOrWithAnotherUidHidesNothing() throws Exception {
    create("a");
    started();
    cached.writing(WriteOptions.defaults().with(o -> o.dryRun(true))).delete(map("a"));
    assertThat(isRead("a")).isTrue();
    var maps = cached.live().resources(ConfigMap.class).inNamespace(namespace);
    assertThat(maps.find("a")).as("on the server").isPresent();
    maps.writing(WriteOptions.defaults().with(o -> o.dryRun(true)))
        .deleteCollection(DeleteOptions.builder().build(), ListOptions.defaults());
    assertThat(maps.find("a")).as("on the server").isPresent();
    assertThat(isRead("a")).isTrue();
    maps.delete("a", DeleteOptions.builder().addDryRun("All").build());
    assertThat(isRead("a")).isTrue();
    DeleteOptions other = DeleteOptions.builder().preconditions(p -> p.uid("another")).build();
    assertThatThrownBy(() -> maps.delete("a", other)).isInstanceOf(ApiException.Conflict.class);
    assertThat(isRead("a")).isTrue();
  }

  @Test
  void objectThatADeletionOnlyMarksIsStillRead() throws Exception {
    create("a");
    create("b");
    started();
    var maps = cached.live().resources(ConfigMap.class).inNamespace(namespace);
    maps.delete("a", DeleteOptions.builder().propagationPolicy("Foreground").build());
    assertThat(cached.get(ConfigMap.class, namespace, "a").metadata().finalizers())
        .containsExactly("foregroundDeletion");
    maps.delete("b", DeleteOptions.builder().propagationPolicy("Orphan").build());
    assertThat(cached.get(ConfigMap.class, namespace, "b").metadata().isDeleting()).isTrue();
  }

  @Test
  void objectThatADeletionDidNotFindIsNotRead() throws Exception {
    ConfigMap map = create("a");
    started();
    client.delete(map);
    assertThat(isRead("a")).as("the cache is old").isTrue();
    cached.delete(map);
    assertThat(isRead("a")).isFalse();
  }

  @Test
  void objectThatAWriteDidNotFindIsNotRead() throws Exception {
    ConfigMap one = create("a");
    ConfigMap two = create("b");
    started();
    client.delete(one);
    client.delete(two);
    assertThat(isRead("a")).as("the cache is old").isTrue();
    assertThatThrownBy(() -> cached.edit(one, m -> m.with(b -> b.data("n", "1"))))
        .isInstanceOf(ApiException.NotFound.class);
    assertThat(isRead("a")).isFalse();
    assertThatThrownBy(() -> cached.patch(two, Patch.merge(Map.of()), "status"))
        .isInstanceOf(ApiException.NotFound.class);
    assertThat(isRead("b")).as("it is the subresource that is not there").isTrue();
    assertThatThrownBy(() -> cached.update(two)).isInstanceOf(ApiException.NotFound.class);
    assertThat(isRead("b")).isFalse();
  }

  @Test
  void objectsDeletedInAnyFormAreNotReadInAnother() throws Exception {
    create("a");
    manager.cache().informer(ConfigMap.KIND.metadataOnly());
    started();
    cached.delete(DynamicObject.of(cached.get(ConfigMap.class, namespace, "a")));
    assertThat(isRead("a")).isFalse();
    assertThat(cached.find(ConfigMap.KIND.metadataOnly(), map("a").key())).isEmpty();
  }

  @Test
  void objectDeletedByOthersIsNotReadAlthoughAnotherNamespaceIsQuiet() throws Exception {
    String quiet = namespace + "-quiet";
    client.create(Namespace.named(quiet));
    manager.close();
    manager = delayed(o -> o.namespaces(namespace, quiet));
    cached = manager.client();
    manager.cache().informer(Secret.class);
    manager.start();
    Secret mine = cached.create(Secret.named(namespace, "s"));
    client.delete(mine);
    manager.settle(SOON);
    assertThat(cached.find(Secret.class, namespace, "s")).isEmpty();
  }
}
