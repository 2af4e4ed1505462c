package dev.drover.informer.store;

import dev.drover.api.ObjectKey;
import dev.drover.informer.Index;
import dev.drover.informer.IndexException;
import dev.drover.informer.store.Snapshot.Table;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Makes the next version of one index. For one thread, as the [SnapshotEdit] that it is part of.
///
/// Index functions are users' code and may fail. When one does for a new state, the object is
/// refused or left out, as the store wants it; objects that were left out are remembered, because
/// their function may say tomorrow what it did not say today. When one does for a state that is to
/// be taken out, its values are not known, and all values are searched.
public final class TableEdit<T> {
  private final Index<T> index;
  private final Object owner;
  private final @Nullable Consumer<IndexException> leftOut;
  private Trie<String, Trie<ObjectKey, ObjectKey>> keys;
  private Trie<ObjectKey, ObjectKey> unknown;

  /// @param leftOut gets the failures of the function; null: such objects are refused
  public TableEdit(Table<T> start, Object owner, @Nullable Consumer<IndexException> leftOut) {
    this.index = start.index();
    this.owner = owner;
    this.leftOut = leftOut;
    this.keys = start.keys();
    this.unknown = start.unknown();
  }

  /// An object came, changed or went.
  ///
  /// @param before null = it was not there
  /// @param now null = it is gone
  /// @throws IndexException when the function fails for the new state, and it must not be left out
  public void move(ObjectKey key, @Nullable T before, @Nullable T now) {
    List<String> to = now == null ? List.of() : valuesOf(key, now);
    move(key, before == null ? List.of() : takenOut(key, before), to == null ? List.of() : to);
    if (to == null) {
      unknown = unknown.with(key, key, owner);
    } else if (!unknown.isEmpty()) {
      unknown = unknown.without(key, owner);
    }
  }

  /// The values of a new state; null if they are not known.
  private @Nullable List<String> valuesOf(ObjectKey key, T object) {
    try {
      return IndexValues.of(index, key, object);
    } catch (IndexException e) {
      if (leftOut == null) {
        throw e;
      }
      leftOut.accept(e);
      return null;
    }
  }

  /// The values by which a state can be found that is to be taken out.
  private List<String> takenOut(ObjectKey key, T before) {
    if (unknown.contains(key)) {
      return List.of();
    }
    try {
      return IndexValues.of(index, key, before);
    } catch (IndexException e) {
      return keys.keys().stream().filter(value -> has(value, key)).toList();
    }
  }

  private boolean has(String value, ObjectKey key) {
    Trie<ObjectKey, ObjectKey> found = keys.get(value);
    return found != null && found.contains(key);
  }

  private void move(ObjectKey key, List<String> from, List<String> to) {
    if (from.equals(to)) {
      return;
    }
    for (String value : from) {
      Trie<ObjectKey, ObjectKey> found = keys.get(value);
      if (found != null && !to.contains(value)) {
        found = found.without(key, owner);
        keys = found.isEmpty() ? keys.without(value, owner) : keys.with(value, found, owner);
      }
    }
    for (String value : to) {
      Trie<ObjectKey, ObjectKey> found = keys.get(value);
      found = (found == null ? Trie.<ObjectKey>set() : found).with(key, key, owner);
      keys = keys.with(value, found, owner);
    }
  }

  public Table<T> done() {
    return new Table<>(index, keys, unknown);
  }
}
