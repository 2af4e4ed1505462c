package dev.drover.informer.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.client.ManualTime;
import dev.drover.informer.DeletedFinalStateUnknown;
import dev.drover.informer.Deletion;
import dev.drover.informer.Index;
import dev.drover.informer.classic.Delta;
import dev.drover.informer.classic.Thing;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The steps of the store of informers.
class SnapshotStoreTest {
  private static final Index<Thing> COLOURS = Index.ofMany("colour", Thing::colours);
  private static final ObjectKey A = ObjectKey.of("n", "a");
  private static final ObjectKey B = ObjectKey.of("n", "b");
  private static final ObjectKey C = ObjectKey.of("m", "c");

  private final ManualTime time = new ManualTime();
  private final SnapshotStore<Thing> store = new SnapshotStore<>(List.of(COLOURS), time);

  private void put(Thing... things) {
    for (Thing thing : things) {
      store.put(thing.key(), thing);
    }
  }

  @Test
  void preparedStepDescribesItsChangesAndAppliesNone() {
    put(Thing.of(A, 1, "red"), Thing.of(B, 2));
    StoreStep<Thing> step =
        store.prepare(
            List.of(
                new Delta.Updated<>(Thing.of(A, 3)),
                new Delta.Added<>(Thing.of(C, 4)),
                new Delta.Deleted<>(new Deletion.Seen<>(B, Thing.of(B, 5))),
                new Delta.Bookmark<>("6")),
            Thing.KEYS,
            _ -> true);

    assertThat(step.changes())
        .containsExactly(
            new Change.Updated<>(A, Thing.of(A, 1, "red"), Thing.of(A, 3)),
            new Change.Added<>(C, Thing.of(C, 4)),
            new Change.Deleted<>(new Deletion.Seen<>(B, Thing.of(B, 5)), Thing.of(B, 2)));
    assertThat(store.listKeys()).containsExactlyInAnyOrder(A, B);

    assertThat(store.commit(step)).isTrue();
    assertThat(store.listKeys()).containsExactlyInAnyOrder(A, C);
    assertThat(store.listIndexFuncValues("colour")).isEmpty();
    assertThat(store.resourceVersion()).isEqualTo("6");
    assertThat(store.commit(step)).isFalse();
  }

  @Test
  void stepIsRefusedAfterAnotherWrite() {
    StoreStep<Thing> step =
        store.prepare(List.of(new Delta.Added<>(Thing.of(A, 1))), Thing.KEYS, _ -> true);
    put(Thing.of(B, 2));

    assertThat(store.commit(step)).isFalse();
    assertThat(store.listKeys()).containsExactly(B);
  }

  @Test
  void replacementReportsDeletionsBeforeTheListInItsOrder() {
    put(Thing.of(A, 1), Thing.of(B, 2));
    StoreStep<Thing> step =
        store.prepare(
            List.of(new Delta.ReplacedAll<>(List.of(Thing.of(C, 3), Thing.of(B, 2)), "8")),
            Thing.KEYS,
            _ -> true);

    assertThat(step.changes())
        .containsExactly(
            new Change.Deleted<>(new DeletedFinalStateUnknown<>(A, Thing.of(A, 1)), Thing.of(A, 1)),
            new Change.Added<>(C, Thing.of(C, 3)),
            new Change.Updated<>(B, Thing.of(B, 2), Thing.of(B, 2)));
    assertThat(step.after().listKeys()).containsExactlyInAnyOrder(B, C);
    assertThat(step.after().resourceVersion()).isEqualTo("8");
  }

  @Test
  void replacementAndSyncReportOnlyTheirScope() {
    put(Thing.of(A, 1, "red"), Thing.of(B, 2, "red"), Thing.of(C, 3, "red"));
    var inN = (java.util.function.Predicate<ObjectKey>) key -> key.namespace().equals("n");
    StoreStep<Thing> step =
        store.prepare(
            List.of(
                new Delta.ReplacedAll<>(List.of(Thing.of(B, 5, "blue")), "8"),
                new Delta.SyncAll<>()),
            Thing.KEYS,
            inN);

    assertThat(step.changes())
        .containsExactly(
            new Change.Deleted<>(
                new DeletedFinalStateUnknown<>(A, Thing.of(A, 1, "red")), Thing.of(A, 1, "red")),
            new Change.Updated<>(B, Thing.of(B, 2, "red"), Thing.of(B, 5, "blue")),
            new Change.Updated<>(B, Thing.of(B, 5, "blue"), Thing.of(B, 5, "blue")));
    assertThat(step.after().indexKeys("colour", "red")).containsExactly(C);
    assertThat(step.after().indexKeys("colour", "blue")).containsExactly(B);
  }
}
