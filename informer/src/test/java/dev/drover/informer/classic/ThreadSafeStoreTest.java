package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import dev.drover.client.ManualTime;
import dev.drover.informer.Index;
import dev.drover.informer.IndexException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ThreadSafeStoreTest {
  private static final Index<Thing> COLOURS = Index.ofMany("colour", Thing::colours);
  private static final ObjectKey A = ObjectKey.of("n", "a");
  private static final ObjectKey B = ObjectKey.of("n", "b");
  private static final ObjectKey C = ObjectKey.of("m", "c");

  private final ManualTime time = new ManualTime();
  private final ThreadSafeStore<Thing> store = new ThreadSafeStore<>(List.of(COLOURS), time);

  private void put(Thing... things) {
    for (Thing thing : things) {
      store.put(thing.key(), thing);
    }
  }

  @Test
  void objectsAreFoundByEachOfTheirValues() {
    put(Thing.of(A, 1, "red", "blue"), Thing.of(B, 2, "red"), Thing.of(C, 3));

    assertThat(store.indexKeys("colour", "red")).containsExactly(A, B);
    assertThat(store.byIndex("colour", "blue")).containsExactly(Thing.of(A, 1, "red", "blue"));
    assertThat(store.listIndexFuncValues("colour")).containsExactlyInAnyOrder("red", "blue");
    assertThat(store.index("colour", C, Thing.of(C, 9, "red", "blue", "green"))).hasSize(2);
    assertThat(store.byIndex("colour", "green")).isEmpty();
  }

  @Test
  void indexesForgetValuesOfChangedAndDeletedObjects() {
    put(Thing.of(A, 1, "red", "blue"), Thing.of(B, 2, "red"), Thing.of(A, 3, "red", "green"));
    assertThat(store.listIndexFuncValues("colour")).containsExactlyInAnyOrder("red", "green");

    store.delete(A);
    assertThat(store.listIndexFuncValues("colour")).containsExactly("red");
    assertThat(store.byIndex("colour", "red")).containsExactly(Thing.of(B, 2, "red"));
  }

  @Test
  void unknownIndexIsAnErrorThatNamesThoseThatThereAre() {
    assertThatThrownBy(() -> store.byIndex("size", "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no index 'size'; there are [colour]");
    assertThatThrownBy(() -> store.indexKeys("size", "1"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store.index("size", A, Thing.of(A, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(store.listIndexFuncValues("size")).isEmpty();
  }

  @Test
  void indexAddedLaterFindsExistingObjects() {
    put(Thing.of(A, 1), Thing.of(C, 2));

    store.addIndexers(List.of(Index.of("namespace", Thing::namespace)));

    assertThat(store.indexKeys("namespace", "m")).containsExactly(C);
    assertThat(store.indexers()).containsOnlyKeys("colour", "namespace");
  }

  @Test
  void takenIndexNameRefusesAllNewIndexes() {
    Index<Thing> free = Index.of("namespace", Thing::namespace);

    assertThatThrownBy(() -> store.addIndexers(List.of(free, COLOURS)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'colour'");
    assertThatThrownBy(() -> store.addIndexers(List.of(free, free)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(store.indexers()).containsOnlyKeys("colour");
  }

  @Test
  void indexFunctionThatThrowsLeavesTheStoreAsItWas() {
    put(Thing.of(A, 1, "red"));
    store.addIndexers(List.of(Index.of("picky", ThreadSafeStoreTest::refuseBlue)));

    assertThatThrownBy(
            () ->
                store.transact(
                    writes -> {
                      writes.put(A, Thing.of(A, 2, "green"));
                      writes.put(B, Thing.of(B, 3, "blue"));
                    }))
        .isInstanceOf(IndexException.class)
        .hasMessage("index 'picky' failed for object n/b: no blue here")
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> store.replace(Map.of(B, Thing.of(B, 3, "blue")), "9"))
        .isInstanceOf(IndexException.class);

    assertThat(store.list()).containsExactly(Thing.of(A, 1, "red"));
    assertThat(store.indexKeys("colour", "red")).containsExactly(A);
    assertThat(store.resourceVersion()).isEqualTo("1");
  }

  @Test
  void objectCanBeDeletedEvenIfItsIndexFunctionFails() {
    AtomicBoolean broken = new AtomicBoolean();
    store.addIndexers(
        List.of(
            Index.<Thing>ofMany(
                "moody",
                thing -> {
                  if (broken.get()) {
                    throw new IllegalStateException("not any more");
                  }
                  return thing.colours();
                })));
    put(Thing.of(A, 1, "red", "blue"), Thing.of(B, 2, "red"));
    broken.set(true);
    store.delete(A);

    assertThat(store.list()).containsExactly(Thing.of(B, 2, "red"));
    assertThat(store.indexKeys("moody", "red")).containsExactly(B);
    assertThat(store.listIndexFuncValues("moody")).isEqualTo(Set.of("red"));
  }

  @Test
  void indexIsAddedHoweverOftenOthersWriteMeanwhile() {
    put(Thing.of(A, 1, "red"), Thing.of(B, 2, "red"));
    AtomicInteger writes = new AtomicInteger();
    store.addIndexers(
        List.of(
            Index.<Thing>ofMany(
                "later",
                thing -> {
                  // Looks at A too late: another writer was faster.
                  if (thing.key().equals(A) && writes.incrementAndGet() < 1000) {
                    store.put(C, Thing.of(C, writes.get(), "c" + writes.get()));
                    store.delete(B);
                  }
                  return thing.colours();
                })));

    assertThat(writes).hasValue(1);
    assertThat(store.indexKeys("later", "red")).containsExactly(A);
    assertThat(store.indexKeys("later", "c1")).containsExactly(C);
    assertThat(store.listIndexFuncValues("later")).isEqualTo(Set.of("red", "c1"));
  }

  private static String refuseBlue(Thing thing) {
    if (thing.colours().contains("blue")) {
      throw new IllegalStateException("no blue here");
    }
    return "fine";
  }

  @Test
  void transactionIsSeenAsAWhole() {
    put(Thing.of(A, 1, "red"));
    List<Thing> before = store.list();
    List<Thing> red = store.byIndex("colour", "red");

    store.transact(
        writes -> {
          writes.delete(A);
          writes.put(B, Thing.of(B, 2, "blue"));
          writes.put(C, Thing.of(C, 3, "blue"));
          assertThat(store.list()).containsExactly(Thing.of(A, 1, "red"));
        });

    assertThat(store.list())
        .containsExactlyInAnyOrder(Thing.of(B, 2, "blue"), Thing.of(C, 3, "blue"));
    assertThat(before).containsExactly(Thing.of(A, 1, "red"));
    assertThat(red).containsExactly(Thing.of(A, 1, "red"));
    assertThat(store.indexKeys("colour", "red")).isEmpty();
    assertThat(store.indexKeys("colour", "blue")).containsExactlyInAnyOrder(B, C);
  }

  @Test
  void listReadFromAThreadSafeStoreIsASnapshot() {
    put(Thing.of(A, 1, "red"));
    List<Thing> all = store.list();
    List<Thing> red = store.byIndex("colour", "red");
    var values = store.listIndexFuncValues("colour");

    store.replace(Map.of(B, Thing.of(B, 2, "blue")), "7");

    assertThat(all).containsExactly(Thing.of(A, 1, "red"));
    assertThat(red).containsExactly(Thing.of(A, 1, "red"));
    assertThat(values).containsExactly("red");
    assertThat(store.list()).containsExactly(Thing.of(B, 2, "blue"));
  }

  @Test
  void versionIsThatOfTheLastWriteAndNotTheGreatest() {
    assertThat(store.resourceVersion()).isEmpty();
    put(Thing.of(A, 5), Thing.of(B, 3));
    assertThat(store.resourceVersion()).isEqualTo("3");
    store.replace(Map.of(A, Thing.of(A, 9)), "20");
    assertThat(store.resourceVersion()).isEqualTo("20");
    store.bookmark("21");
    assertThat(store.resourceVersion()).isEqualTo("21");
    store.delete(A);
    assertThat(store.resourceVersion()).isEqualTo("21");
    store.delete(B, Thing.of(B, 30));
    assertThat(store.resourceVersion()).isEqualTo("30");
  }

  @Test
  void objectsWithoutMetadataLeaveTheVersionAlone() {
    ThreadSafeStore<String> plain = new ThreadSafeStore<>(List.of());
    plain.bookmark("4");
    plain.put(A, "x");

    assertThat(plain.resourceVersion()).isEqualTo("4");
  }

  @Test
  void waitForAVersionEndsWithTheWriteThatReachesIt() throws Exception {
    put(Thing.of(A, 9));
    assertThat(store.awaitVersion("9", Duration.ZERO)).isTrue();
    assertThat(store.awaitVersion("8", Duration.ZERO)).isTrue();
    assertThat(store.awaitVersion("10", Duration.ZERO)).isFalse();

    var waiting = CompletableFuture.supplyAsync(() -> await("100000000000000000000"));
    time.awaitAlarms(1);
    put(Thing.of(A, 99));
    assertThat(waiting).isNotDone();
    store.bookmark("100000000000000000000");
    store.bookmark("1"); // may go back, but it was there

    assertThat(waiting.get()).isTrue();
    assertThat(time.alarms()).isZero();
  }

  @Test
  void waitForAVersionEndsInTime() throws Exception {
    var waiting = CompletableFuture.supplyAsync(() -> await("10"));
    time.awaitAlarms(1);
    time.advance(Duration.ofSeconds(5));

    assertThat(waiting.get()).isFalse();
    assertThatThrownBy(() -> store.awaitVersion("0", Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private boolean await(String version) {
    try {
      return store.awaitVersion(version, Duration.ofSeconds(5));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void hundredThousandObjectsAreLoadedAndFound() {
    Map<ObjectKey, Thing> many = new HashMap<>();
    for (int i = 0; i < 100_000; i++) {
      ObjectKey key = ObjectKey.of("ns" + i % 50, "thing-" + i);
      many.put(key, Thing.of(key, i + 1, "c" + i % 7));
    }
    store.replace(many, "100000");

    assertThat(store.list()).hasSize(100_000);
    assertThat(store.byIndex("colour", "c3")).hasSize(14286);
    many.forEach((key, thing) -> assertThat(store.get(key).orElseThrow()).isSameAs(thing));
  }
}
