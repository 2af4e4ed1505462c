package dev.drover.informer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.informer.Index;
import dev.drover.informer.classic.Thing;
import dev.drover.testsupport.Interleavings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Writers and readers of a store in every order of their turns. Between reading the store and
/// publishing the next snapshot a writer runs nothing but index functions; so others get their turn
/// there.
class StoreSchedulesTest {
  private static final ObjectKey A = ObjectKey.of("n", "a");
  private static final ObjectKey B = ObjectKey.of("n", "b");
  private static final ObjectKey C = ObjectKey.of("n", "c");

  private static Index<Thing> colours(Interleavings schedule, String name) {
    return Index.ofMany(
        name,
        thing -> {
          schedule.pause();
          return thing.colours();
        });
  }

  @Test
  void noWriteIsLostAndEveryReadIsOfOneMomentInEveryOrder() throws Exception {
    int runs =
        Interleavings.explore(
            3,
            schedule -> {
              var store = new SnapshotStore<>(List.of(colours(schedule, "colour")));
              schedule.fork(
                  "one",
                  () -> {
                    store.put(A, Thing.of(A, 1, "red"));
                    store.put(A, Thing.of(A, 2, "blue"));
                  });
              schedule.fork(
                  "many",
                  () ->
                      store.edit(
                          writes -> {
                            writes.put(B, Thing.of(B, 3, "red"));
                            writes.put(C, Thing.of(C, 4, "red"));
                          }));
              schedule.fork(
                  "reader",
                  () -> {
                    for (int i = 0; i < 3; i++) {
                      assertAgrees(store.snapshot());
                      schedule.pause();
                    }
                  });
              schedule.after(
                  () -> {
                    assertAgrees(store.snapshot());
                    assertThat(store.indexKeys("colour", "red")).containsExactly(B, C);
                    assertThat(store.indexKeys("colour", "blue")).containsExactly(A);
                  });
            });
    assertThat(runs).isGreaterThan(100);
  }

  @Test
  void replacementIsWholeAndIndexesAddedMeanwhileMissNothing() throws Exception {
    int runs =
        Interleavings.explore(
            3,
            schedule -> {
              var store = new SnapshotStore<>(List.of(colours(schedule, "colour")));
              schedule.fork("put", () -> store.put(A, Thing.of(A, 1, "red")));
              schedule.fork(
                  "replace",
                  () ->
                      store.replace(
                          Map.of(B, Thing.of(B, 3, "red"), C, Thing.of(C, 4, "blue")), "9"));
              schedule.fork("index", () -> store.addIndexers(List.of(colours(schedule, "later"))));
              schedule.after(
                  () -> {
                    assertAgrees(store.snapshot());
                    assertThat(store.listKeys()).contains(B, C);
                    assertThat(store.indexKeys("later", "red"))
                        .isEqualTo(store.indexKeys("colour", "red"))
                        .contains(B);
                  });
            });
    assertThat(runs).isGreaterThan(50);
  }

  /// Items and indexes agree, and a transaction is there as a whole or not at all.
  private static void assertAgrees(Snapshot<Thing> now) {
    for (String name : now.indexers().keySet()) {
      for (String colour : List.of("red", "blue")) {
        assertThat(now.indexKeys(name, colour))
            .isEqualTo(
                now.list().stream()
                    .filter(thing -> thing.colours().contains(colour))
                    .map(Thing::key)
                    .sorted()
                    .toList());
      }
    }
    assertThat(now.get(B).isPresent()).isEqualTo(now.get(C).isPresent());
  }
}
