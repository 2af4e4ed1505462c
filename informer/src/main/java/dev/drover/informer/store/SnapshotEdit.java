package dev.drover.informer.store;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.informer.Index;
import dev.drover.informer.IndexException;
import dev.drover.informer.store.Snapshot.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Builds the next snapshot of a store step by step. For one thread; nothing is visible before
/// [#done], so it can be dropped at any point.
///
/// @param <T> the type of the objects
public final class SnapshotEdit<T> {
  private final Object owner = new Object();
  private final @Nullable Consumer<IndexException> leftOut;
  private final List<TableEdit<T>> tables = new ArrayList<>();
  private Trie<ObjectKey, T> items;
  private String resourceVersion;

  private SnapshotEdit(Snapshot<T> start, @Nullable Consumer<IndexException> leftOut) {
    this.leftOut = leftOut;
    this.items = start.items();
    this.resourceVersion = start.resourceVersion();
    start.tables().forEach(this::with);
  }

  /// Begins with all that there is; an object for which an index function fails is refused.
  public static <T> SnapshotEdit<T> of(Snapshot<T> start) {
    return new SnapshotEdit<>(start, null);
  }

  /// Begins with all that there is; an object for which an index function fails is left out of that
  /// index.
  ///
  /// @param leftOut gets each failure
  public static <T> SnapshotEdit<T> lenient(Snapshot<T> start, Consumer<IndexException> leftOut) {
    return new SnapshotEdit<>(start, leftOut);
  }

  /// Begins without objects, with the same indexes.
  public static <T> SnapshotEdit<T> anew(Snapshot<T> start) {
    List<Table<T>> empty =
        start.tables().stream().map(table -> Table.empty(table.index())).toList();
    return of(new Snapshot<>(Trie.map(), empty, start.resourceVersion()));
  }

  public Trie<ObjectKey, T> items() {
    return items;
  }

  /// Puts an object in and notes its version.
  ///
  /// @return what was there
  public @Nullable T put(ObjectKey key, T object) {
    T before = items.get(key);
    if (before != object) {
      for (TableEdit<T> table : tables) {
        table.move(key, before, object);
      }
      items = items.with(key, object, owner);
    }
    version(object);
    return before;
  }

  /// Takes an object out. The version is another matter: see [#version].
  ///
  /// @return what was there
  public @Nullable T remove(ObjectKey key) {
    T before = items.get(key);
    if (before != null) {
      for (TableEdit<T> table : tables) {
        table.move(key, before, null);
      }
      items = items.without(key, owner);
    }
    return before;
  }

  /// The store is at the version of this object, if it has one.
  public void version(Object object) {
    String version = versionOf(object);
    if (version != null) {
      resourceVersion = version;
    }
  }

  /// The version of an object; null when it has none.
  public static @Nullable String versionOf(Object object) {
    if (object instanceof KubernetesObject known && !known.metadata().resourceVersion().isEmpty()) {
      return known.metadata().resourceVersion();
    }
    return null;
  }

  /// The store is at this version.
  public void resourceVersion(String version) {
    resourceVersion = version;
  }

  /// Adds an index and finds all objects by it.
  public void add(Index<T> index) {
    TableEdit<T> table = with(Table.empty(index));
    for (ObjectKey key : items.keys()) {
      table.move(key, null, items.get(key));
    }
  }

  /// Adds an index that was made for other objects than those that are there now.
  ///
  /// @param made for which; much of that is still there
  public void add(Table<T> index, Trie<ObjectKey, T> made) {
    TableEdit<T> table = with(index);
    made.differences(items, key -> table.move(key, made.get(key), items.get(key)));
  }

  private TableEdit<T> with(Table<T> table) {
    TableEdit<T> edit = new TableEdit<>(table, owner, leftOut);
    tables.add(edit);
    return edit;
  }

  public Snapshot<T> done() {
    return new Snapshot<>(items, tables.stream().map(TableEdit::done).toList(), resourceVersion);
  }
}
