package dev.drover.informer.store;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.informer.DeletedFinalStateUnknown;
import dev.drover.informer.Deletion;
import dev.drover.informer.IndexException;
import dev.drover.informer.classic.Delta;
import dev.drover.informer.classic.KeyFunction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A step that a store may take: from a snapshot to the next. Nothing has happened before it is
/// [committed][SnapshotStore#commit].
///
/// @param before where it starts
/// @param after where it ends
/// @param changes what happened to the objects, in the order for the handlers
/// @param leftOut the objects that are left out of an index, because its function failed
/// @param <T> the type of the objects
public record StoreStep<T>(
    Snapshot<T> before, Snapshot<T> after, List<Change<T>> changes, List<IndexException> leftOut) {
  /// What these deltas do to a snapshot. Runs the key function and the index functions.
  ///
  /// Whatever is put in is a change even if the same object is there: it is to be looked at again.
  /// A whole replacement first tells of the objects that are gone, then of those that are there.
  ///
  /// @param scope the objects that the deltas speak of; others stay as they are. An object outside
  ///   the scope is left out, which only a broken server sends: no list would ever remove it
  public static <T> StoreStep<T> of(
      Snapshot<T> before,
      List<? extends Delta<T>> deltas,
      KeyFunction<? super T> keys,
      Predicate<ObjectKey> scope) {
    List<IndexException> leftOut = new ArrayList<>();
    Maker<T> maker = new Maker<>(SnapshotEdit.lenient(before, leftOut::add), keys, scope);
    deltas.forEach(maker::apply);
    return new StoreStep<>(
        before, maker.edit.done(), Collections.unmodifiableList(maker.changes), leftOut);
  }

  /// The same, but the store is at this version afterwards.
  public StoreStep<T> to(String version) {
    return new StoreStep<>(
        before, new Snapshot<>(after.items(), after.tables(), version), changes, leftOut);
  }

  private static final class Maker<T> {
    final SnapshotEdit<T> edit;
    final KeyFunction<? super T> keys;
    final Predicate<ObjectKey> scope;
    final List<Change<T>> changes = new ArrayList<>();

    Maker(SnapshotEdit<T> edit, KeyFunction<? super T> keys, Predicate<ObjectKey> scope) {
      this.edit = edit;
      this.keys = keys;
      this.scope = scope;
    }

    void apply(Delta<T> delta) {
      switch (delta) {
        case Delta.Added<T>(var object) -> change(object);
        case Delta.Updated<T>(var object) -> change(object);
        case Delta.Replaced<T>(var object) -> put(Keys.of(keys, object), object);
        case Delta.Sync<T>(var object) -> put(Keys.of(keys, object), object);
        case Delta.Deleted<T>(var deletion) -> delete(deletion);
        case Delta.ReplacedAll<T>(var objects, var version) -> replace(objects, version);
        case Delta.SyncAll<T>() -> sync();
        case Delta.Bookmark<T>(var version) -> edit.resourceVersion(version);
      }
    }

    /// An event. One that is older than what the store has is left out: an object never goes back.
    private void change(T object) {
      ObjectKey key = Keys.of(keys, object);
      T present = edit.items().get(key);
      if (scope.test(key) && (present == null || !isOlderState(object, present))) {
        put(key, object);
      }
    }

    private static boolean isOlderState(Object object, Object present) {
      return object instanceof KubernetesObject one
          && present instanceof KubernetesObject other
          && one.metadata().uid().equals(other.metadata().uid())
          && isOlder(one, other);
    }

    private static boolean isOlder(KubernetesObject one, KubernetesObject other) {
      return Versions.isOlder(one.metadata().resourceVersion(), other.metadata().resourceVersion());
    }

    /// The deletion of an earlier object of the same name does not remove its successor.
    private static boolean isOfPredecessor(Object deleted, Object present) {
      return deleted instanceof KubernetesObject one
          && present instanceof KubernetesObject other
          && !one.metadata().uid().isEmpty()
          && !other.metadata().uid().isEmpty()
          && !one.metadata().uid().equals(other.metadata().uid())
          && isOlder(one, other);
    }

    private void put(ObjectKey key, T object) {
      @Nullable T before = edit.put(key, object);
      changes.add(
          before == null
              ? new Change.Added<>(key, object)
              : new Change.Updated<>(key, before, object));
    }

    private void delete(Deletion<T> deletion) {
      T present = edit.items().get(deletion.key());
      if (!scope.test(deletion.key())) {
        return;
      }
      if (present != null
          && deletion instanceof Deletion.Seen<T>(_, var gone)
          && isOfPredecessor(gone, present)) {
        return;
      }
      changes.add(new Change.Deleted<>(deletion, edit.remove(deletion.key())));
      if (deletion instanceof Deletion.Seen<T>(_, var object)) {
        edit.version(object);
      }
    }

    private void replace(List<T> objects, String version) {
      Map<ObjectKey, T> listed = LinkedHashMap.newLinkedHashMap(objects.size());
      for (T object : objects) {
        ObjectKey key = Keys.of(keys, object);
        if (scope.test(key)) {
          listed.put(key, object);
        }
      }
      for (ObjectKey key : List.copyOf(edit.items().keys())) {
        if (!listed.containsKey(key) && scope.test(key)) {
          @Nullable T gone = edit.remove(key);
          changes.add(new Change.Deleted<>(new DeletedFinalStateUnknown<>(key, gone), gone));
        }
      }
      listed.forEach(this::put);
      edit.resourceVersion(version);
    }

    private void sync() {
      Trie<ObjectKey, T> items = edit.items();
      for (ObjectKey key : items.keys()) {
        T object = items.get(key);
        if (object != null && scope.test(key)) {
          changes.add(new Change.Updated<>(key, object, object));
        }
      }
    }
  }
}
