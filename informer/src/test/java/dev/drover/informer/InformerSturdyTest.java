package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.CustomResource;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectMeta;
import dev.drover.api.WatchEvent;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// Whatever becomes of the code that users bring, an informer goes on and its copy is right.
class InformerSturdyTest extends InformerOnMemory {
  private final AtomicBoolean spoilt = new AtomicBoolean();

  private <R> R interrupting(R result) {
    if (spoilt.compareAndSet(false, true)) {
      Thread.currentThread().interrupt();
    }
    return result;
  }

  private void assertFollows() throws InterruptedException {
    startAndSync();
    put("b", "red");
    put("c", "red");
    awaitTruth();
  }

  private void awaitTruth() {
    pass(() -> Probe.versions(informer.store().list()).equals(truth()));
  }

  /// Lets time pass until it is so.
  private void pass(BooleanSupplier reached) {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!reached.getAsBoolean()) {
      assertThat(System.nanoTime()).as("it goes on").isLessThan(end);
      time.advance(Duration.ofMillis(100));
      Thread.yield();
    }
  }

  @Test
  void transformThatLeavesItsThreadInterruptedDoesNotEndTheInformer() throws Exception {
    informer.setTransform(this::interrupting);
    put("a", "red");
    assertFollows();
  }

  @Test
  void errorHandlerThatLeavesItsThreadInterruptedDoesNotEndTheInformer() throws Exception {
    informer.setWatchErrorHandler((_, _) -> interrupting(""));
    startAndSync();
    maps.unwatched(() -> put("a", "red"));
    awaitTruth();
  }

  @Test
  void indexFunctionThatLeavesItsThreadInterruptedDoesNotEndTheInformer() throws Exception {
    informer.addIndexers(Index.of("any", map -> interrupting(map.name())));
    put("a", "red");
    assertFollows();
  }

  /// Objects that cannot be stored at times.
  @CustomResource(group = "example.com", version = "v1")
  record Fragile(ObjectMeta metadata) implements KubernetesObject {
    /// Whose next use by the thread that stores fails.
    static final AtomicReference<String> VICTIM = new AtomicReference<>("");

    @Override
    public ObjectMeta metadata() {
      boolean stores = Thread.currentThread().getName().endsWith("/applier");
      if (stores && VICTIM.get().equals(metadata.name())) {
        VICTIM.set("");
        throw new OutOfMemoryError("not now");
      }
      return metadata;
    }

    static Fragile named(String name) {
      return new Fragile(ObjectMeta.builder().namespace("shop").name(name).build());
    }

    Fragile at(String version) {
      return new Fragile(metadata.with(m -> m.resourceVersion(version)));
    }
  }

  @Test
  void failedStoreWriteIsFollowedByAList() throws Exception {
    MemoryCollection<Fragile> fragile = new MemoryCollection<>(Fragile::at);
    CacheOptions<Fragile> options = CacheOptions.<Fragile>defaults().with(o -> o.time(time));
    try (var other = SharedIndexInformer.of(Kind.of(Fragile.class), fragile, options)) {
      Probe<Fragile> told = new Probe<>();
      other.addEventHandler(told);
      fragile.put(Fragile.named("a"));
      Fragile.VICTIM.set("a");
      other.start();
      pass(other::hasSynced);
      assertThat(fragile.lists()).isEqualTo(2);

      Fragile.VICTIM.set("b");
      fragile.put(Fragile.named("b"));
      fragile.put(Fragile.named("c"));
      pass(() -> fragile.lists() == 3);
      told.awaitView(Probe.versions(fragile.content().values()));
      assertThat(other.state().errors()).isEqualTo(2);
      assertThat(other.state().lastError().orElseThrow()).hasMessageContaining("not now");
    }
  }

  @Test
  void versionAdvancesIfTheTransformDropsIt() throws Exception {
    informer.setTransform(
        map -> ConfigMap.KIND.withMetadata(map, map.metadata().with(m -> m.resourceVersion(""))));
    startAndSync();
    ConfigMap written = put("a", "red");
    informer.awaitVersion(written.metadata().resourceVersion(), LONG);
    assertThat(informer.lister().get("shop", "a")).isPresent();
    maps.delete("shop", "a");
    informer.awaitVersion(maps.version(), LONG);

    assertThat(informer.lister().list()).isEmpty();
  }

  @Test
  void deletionOfAPredecessorDoesNotRemoveItsSuccessor() throws Exception {
    put("a", "red");
    startAndSync();
    ConfigMap successor = put("a", "blue");
    maps.inject(new WatchEvent.Deleted<>(withIdentity(successor, "other", "50")));
    ConfigMap next = put("b", "red");
    informer.awaitVersion(next.metadata().resourceVersion(), LONG);

    assertThat(informer.lister().get("shop", "a")).contains(successor);
    assertThat(informer.store().resourceVersion()).isEqualTo(maps.version());
    assertThat(maps.lists()).isEqualTo(1);
  }

  @Test
  void deletionWithAnOldVersionNeitherListsNorMovesTheCacheBack() throws Exception {
    put("a", "red");
    startAndSync();
    informer.addEventHandler(probe);
    ConfigMap last = put("b", "red");
    informer.awaitVersion(last.metadata().resourceVersion(), LONG);
    maps.remove("shop", "a", "50");
    probe.await("delete shop/a");

    String version = last.metadata().resourceVersion();
    assertThat(informer.store().resourceVersion()).isEqualTo(version);
    assertThat(informer.resourceVersionFor(last.key())).isEqualTo(version);
    assertThat(maps.lists()).isEqualTo(1);
    put("c", "red");
    probe.awaitView(truth());
  }

  private static ConfigMap withIdentity(ConfigMap map, String uid, String version) {
    return ConfigMap.KIND.withMetadata(
        map, map.metadata().with(m -> m.uid(uid).resourceVersion(version)));
  }
}
