package dev.drover.informer.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.ObjectKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What every store promises, queues included: they are stores of what waits in them.
interface AnyStoreTest {
  ObjectKey A = ObjectKey.of("n", "a");
  ObjectKey B = ObjectKey.of("n", "b");

  /// An empty store.
  Store<Thing> store();

  @Test
  default void objectIsFoundByItsKeyOnceItIsAdded() {
    Store<Thing> store = store();
    store.add(Thing.of("a", 1));
    store.add(Thing.of("b", 2));

    assertThat(store.getByKey(A)).contains(Thing.of("a", 1));
    assertThat(store.get(Thing.of("a", 9))).contains(Thing.of("a", 1));
    assertThat(store.getByKey(ObjectKey.of("m", "a"))).isEmpty();
    assertThat(store.list()).containsExactlyInAnyOrder(Thing.of("a", 1), Thing.of("b", 2));
    assertThat(store.listKeys()).containsExactlyInAnyOrder(A, B);
    assertThat(store.keyOf(Thing.of("b", 7))).isEqualTo(B);
  }

  @Test
  default void addAndUpdateBothReplaceOrAdd() {
    Store<Thing> store = store();
    store.update(Thing.of("a", 1));
    store.add(Thing.of("a", 2));
    assertThat(store.list()).containsExactly(Thing.of("a", 2));

    store.update(Thing.of("a", 3));
    assertThat(store.list()).containsExactly(Thing.of("a", 3));
  }

  @Test
  default void deletedObjectIsGoneAndDeletingAMissingOneDoesNothing() {
    Store<Thing> store = store();
    store.add(Thing.of("a", 1));
    store.add(Thing.of("b", 2));
    store.delete(Thing.of("a", 3));
    store.delete(Thing.of("c", 4));

    assertThat(store.getByKey(A)).isEmpty();
    assertThat(store.listKeys()).containsExactly(B);
  }

  @Test
  default void storeHasOnlyTheReplacement() {
    Store<Thing> store = store();
    store.add(Thing.of("a", 1));
    store.add(Thing.of("b", 2));
    store.replace(List.of(Thing.of("b", 3), Thing.of("c", 4)), "9");

    assertThat(store.list()).containsExactlyInAnyOrder(Thing.of("b", 3), Thing.of("c", 4));

    store.replace(List.of(), "10");
    assertThat(store.list()).isEmpty();
    assertThat(store.listKeys()).isEmpty();
  }

  @Test
  default void listReadFromAStoreIsAnImmutableSnapshot() {
    Store<Thing> store = store();
    store.add(Thing.of("a", 1));
    List<Thing> all = store.list();
    List<ObjectKey> keys = store.listKeys();
    store.replace(List.of(Thing.of("b", 2)), "3");

    assertThat(all).containsExactly(Thing.of("a", 1));
    assertThat(keys).containsExactly(A);
    assertThatThrownBy(() -> all.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> keys.remove(0)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  default void objectWithoutAKeyIsRefusedAndChangesNothing() {
    Store<Thing> store = store();
    store.add(Thing.of("a", 1));

    assertThatThrownBy(() -> store.add(Thing.nameless()))
        .isInstanceOf(KeyException.class)
        .hasCauseInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> store.update(Thing.nameless())).isInstanceOf(KeyException.class);
    assertThatThrownBy(() -> store.delete(Thing.nameless())).isInstanceOf(KeyException.class);
    assertThatThrownBy(() -> store.get(Thing.nameless())).isInstanceOf(KeyException.class);
    assertThatThrownBy(() -> store.replace(List.of(Thing.of("b", 2), Thing.nameless()), "3"))
        .isInstanceOf(KeyException.class);
    assertThat(store.list()).containsExactly(Thing.of("a", 1));
    assertThat(store.resourceVersion()).isEqualTo("1");
  }

  @Test
  default void versionIsThatOfTheLastWriteListOrBookmark() {
    Store<Thing> store = store();
    assertThat(store.resourceVersion()).isEmpty();
    store.add(Thing.of("a", 7));
    store.update(Thing.of("b", 5));
    assertThat(store.resourceVersion()).isEqualTo("5");
    store.delete(Thing.of("b", 8));
    assertThat(store.resourceVersion()).isEqualTo("8");
    store.replace(List.of(Thing.of("a", 7)), "9");
    assertThat(store.resourceVersion()).isEqualTo("9");
    store.bookmark("12");
    assertThat(store.resourceVersion()).isEqualTo("12");
  }

  @Test
  default void resyncLeavesTheObjectsAsTheyAre() {
    Store<Thing> store = store();
    store.resync();
    store.add(Thing.of("a", 1));
    store.resync();

    assertThat(store.list()).containsExactly(Thing.of("a", 1));
    assertThat(store.resourceVersion()).isEqualTo("1");
  }
}
