package dev.drover.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.model.core.v1.ConfigMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Finding the objects of an informer by their values.
class InformerIndexTest extends InformerOnMemory {
  @Test
  void objectsAreFoundByTheIntersectionOfSeveralIndexes() throws Exception {
    Index<ConfigMap> bySize = Index.of("size", map -> map.data().get("size"));
    Index<ConfigMap> byTag = Index.ofMany("tag", map -> map.data().keySet());
    informer.addIndexers(BY_COLOUR, bySize, byTag);
    ConfigMap smallRed = maps.put(sized("a", "red", "small"));
    maps.put(sized("b", "red", "large"));
    maps.put(sized("c", "blue", "small"));
    startAndSync();
    CacheReader<ConfigMap> reader = informer.indexer();

    assertThat(reader.byIndexes(BY_COLOUR.equalTo("red"), bySize.equalTo("small")))
        .containsExactly(smallRed);
    assertThat(reader.byIndexes(bySize.equalTo("small"), BY_COLOUR.equalTo("red")))
        .containsExactly(smallRed);
    assertThat(reader.byIndexes(byTag.equalTo("size"), byTag.equalTo("colour"))).hasSize(3);
    assertThat(reader.byIndexes(BY_COLOUR.equalTo("green"), bySize.equalTo("small"))).isEmpty();
    assertThat(reader.byIndexes(BY_COLOUR.equalTo("red"))).hasSize(2);
    assertThat(reader.byIndexes()).hasSize(3);
    assertThatThrownBy(() -> reader.byIndexes(new IndexMatch("taste", "sweet")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("taste");
  }

  private static ConfigMap sized(String name, String colour, String size) {
    return ConfigMap.named("shop", name).with(m -> m.data("colour", colour).data("size", size));
  }

  @Test
  void objectsAreFoundByTheirValues() throws Exception {
    informer.addIndexers(BY_COLOUR);
    put("a", "red");
    put("b", "blue");
    ConfigMap c = put("c", "red");
    startAndSync();
    CacheReader<ConfigMap> indexer = informer.indexer();

    assertThat(Probe.versions(indexer.byIndex(BY_COLOUR, "red")).keySet())
        .containsExactlyInAnyOrder(ObjectKey.of("shop", "a"), ObjectKey.of("shop", "c"));
    assertThat(indexer.index("colour", c)).hasSize(2);
    assertThat(indexer.indexKeys("colour", "red"))
        .containsExactly(ObjectKey.of("shop", "a"), ObjectKey.of("shop", "c"));
    assertThat(indexer.listIndexFuncValues("colour")).isEqualTo(Set.of("red", "blue"));
    assertThat(indexer.indexers().keySet()).isEqualTo(Set.of("colour", Index.NAMESPACE));
    assertThatThrownBy(() -> indexer.byIndex("taste", "sweet"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("taste")
        .hasMessageContaining("colour");

    ConfigMap moved = put("a", "blue");
    informer.awaitVersion(moved.metadata().resourceVersion(), LONG);
    assertThat(indexer.byIndex("colour", "red")).containsExactly(c);
  }

  @Test
  void indexAddedAfterTheStartFindsCurrentAndLaterObjects() throws Exception {
    put("a", "red");
    startAndSync();
    informer.addIndexers(BY_COLOUR);
    assertThat(informer.indexer().byIndex("colour", "red")).hasSize(1);
    ConfigMap b = put("b", "red");
    informer.awaitVersion(b.metadata().resourceVersion(), LONG);
    assertThat(informer.indexer().byIndex("colour", "red")).hasSize(2);
    assertThatThrownBy(() -> informer.addIndexers(BY_COLOUR))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void indexAddedInTheMiddleOfChangesMissesNothing() throws Exception {
    startAndSync();
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 2000; i++) {
                put("m" + i % 100, "c" + i % 3);
              }
            });
    List<Index<ConfigMap>> added = new ArrayList<>();
    while (!writing.isDone() && added.size() < 50) {
      Index<ConfigMap> index = Index.of("i" + added.size(), map -> map.data().get("colour"));
      informer.addIndexers(index);
      added.add(index);
    }
    writing.join();
    informer.awaitVersion(maps.version(), LONG);

    for (Index<ConfigMap> index : added) {
      for (String colour : List.of("c0", "c1", "c2")) {
        assertThat(informer.indexer().byIndex(index, colour))
            .containsExactlyInAnyOrderElementsOf(
                informer.store().list().stream()
                    .filter(map -> colour.equals(map.data().get("colour")))
                    .toList());
      }
    }
  }

  @Test
  void indexFunctionThatFailsIsReportedAndTheObjectIsStillThere() throws Exception {
    CompletableFuture<Throwable> reported = new CompletableFuture<>();
    InformerObserver observer =
        new InformerObserver() {
          @Override
          public void failed(String name, Throwable error) {
            reported.complete(error);
          }
        };
    informer = make(CacheOptions.<ConfigMap>defaults().with(o -> o.observer(observer)));
    informer.addIndexers(
        Index.<ConfigMap>of(
            "picky",
            map -> {
              if (map.name().equals("bad")) {
                throw new AssertionError("cannot say"); // an Error, even
              }
              return "good";
            }));
    put("bad", "red");
    put("a", "red");
    startAndSync();

    assertThat(informer.store().list()).hasSize(2);
    assertThat(informer.indexer().byIndex("picky", "good")).hasSize(1);
    assertThat(reported.get(LONG.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining("cannot say");
    assertThat(informer.state().errors()).isPositive();
    assertThat(informer.state().lastError().orElseThrow())
        .hasMessageContaining("picky")
        .hasMessageContaining("cannot say");
  }

  @Test
  void objectWhoseIndexFunctionFailedIsFoundOnceItSucceeds() throws Exception {
    AtomicBoolean ready = new AtomicBoolean();
    informer.addIndexers(
        Index.<ConfigMap>of(
            "later",
            map -> {
              if (!ready.get()) {
                throw new IllegalStateException("not ready");
              }
              return map.data().get("colour");
            }));
    put("a", "red");
    startAndSync();
    assertThat(informer.indexer().byIndex("later", "red")).isEmpty();
    ready.set(true);
    ConfigMap again = put("a", "red");
    informer.awaitVersion(again.metadata().resourceVersion(), LONG);

    assertThat(informer.indexer().byIndex("later", "red")).containsExactly(again);
  }

  @Test
  void indexFunctionThatFailsForAnOldStateLeavesNoTraceOfIt() throws Exception {
    AtomicBoolean broken = new AtomicBoolean();
    informer.addIndexers(
        Index.<ConfigMap>of(
            "moody",
            map -> {
              if (broken.get()) {
                throw new IllegalStateException("not any more");
              }
              return map.data().get("colour");
            }));
    put("a", "red");
    put("b", "red");
    startAndSync();
    broken.set(true);
    maps.delete("shop", "a");
    ConfigMap changed = put("b", "blue");
    informer.awaitVersion(changed.metadata().resourceVersion(), LONG);

    assertThat(informer.store().list()).containsExactly(changed);
    assertThat(informer.indexer().byIndex("moody", "red")).isEmpty();
    assertThat(informer.indexer().listIndexFuncValues("moody")).isEmpty();
    broken.set(false);
    ConfigMap last = put("b", "red");
    informer.awaitVersion(last.metadata().resourceVersion(), LONG);
    assertThat(informer.indexer().byIndex("moody", "red")).containsExactly(last);
  }

  @Test
  void informerHasTheIndexesThatItWasGiven() {
    informer.addIndexers(BY_COLOUR);

    assertThat(informer.indexer().indexers()).containsEntry("colour", BY_COLOUR);
  }
}
