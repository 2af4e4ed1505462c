package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.informer.Snapshot.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the next snapshot of a store, in as many steps as it takes. For one thread; nobody sees
/// any of it before [#done], so it can be thrown away at any point.
///
/// @param <T> the type of the objects
final class Edit<T> {
  private final Object owner = new Object();
  private final List<Index<T>> indexes = new ArrayList<>();
  private final List<Trie<String, Trie<ObjectKey, ObjectKey>>> tables = new ArrayList<>();
  private Trie<ObjectKey, T> items;
  private String resourceVersion;

  private Edit(Snapshot<T> start) {
    items = start.items();
    resourceVersion = start.resourceVersion();
    for (Table<T> table : start.tables()) {
      indexes.add(table.index());
      tables.add(table.keys());
    }
  }

  /// Begins with all that there is.
  static <T> Edit<T> of(Snapshot<T> start) {
    return new Edit<>(start);
  }

  /// Begins without objects, with the same indexes.
  static <T> Edit<T> anew(Snapshot<T> start) {
    Edit<T> edit = new Edit<>(start);
    edit.items = Trie.map();
    edit.tables.replaceAll(_ -> Trie.map());
    return edit;
  }

  Trie<ObjectKey, T> items() {
    return items;
  }

  /// Puts an object in and notes its version.
  ///
  /// @return what was there
  @Nullable T put(ObjectKey key, T object) {
    T before = items.get(key);
    if (before != object) {
      for (int i = 0; i < tables.size(); i++) {
        Table<T> table = table(i);
        List<String> old = before == null ? List.of() : table.valuesOf(key, before);
        move(i, key, old, table.valuesOf(key, object));
      }
      items = items.with(key, object, owner);
    }
    version(object);
    return before;
  }

  /// Takes an object out. The version is another matter: see [#version].
  ///
  /// @return what was there
  @Nullable T remove(ObjectKey key) {
    T before = items.get(key);
    if (before != null) {
      for (int i = 0; i < tables.size(); i++) {
        move(i, key, table(i).valuesOf(key, before), List.of());
      }
      items = items.without(key, owner);
    }
    return before;
  }

  /// The store is at the version of this object, if it has one.
  void version(Object object) {
    String version = versionOf(object);
    if (version != null) {
      resourceVersion = version;
    }
  }

  /// The version of an object; null when it has none.
  static @Nullable String versionOf(Object object) {
    if (object instanceof KubernetesObject known && !known.metadata().resourceVersion().isEmpty()) {
      return known.metadata().resourceVersion();
    }
    return null;
  }

  /// The store is at this version.
  void resourceVersion(String version) {
    resourceVersion = version;
  }

  /// Adds an index and finds all objects by it.
  void add(Index<T> index) {
    indexes.add(index);
    tables.add(Trie.map());
    int last = tables.size() - 1;
    for (ObjectKey key : items.keys()) {
      T object = items.get(key);
      if (object != null) {
        move(last, key, List.of(), table(last).valuesOf(key, object));
      }
    }
  }

  Snapshot<T> done() {
    List<Table<T>> all = new ArrayList<>(tables.size());
    for (int i = 0; i < tables.size(); i++) {
      all.add(table(i));
    }
    return new Snapshot<>(items, List.copyOf(all), resourceVersion);
  }

  private Table<T> table(int i) {
    return new Table<>(indexes.get(i), tables.get(i));
  }

  private void move(int i, ObjectKey key, List<String> from, List<String> to) {
    if (from.equals(to)) {
      return;
    }
    Trie<String, Trie<ObjectKey, ObjectKey>> keys = tables.get(i);
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
    tables.set(i, keys);
  }
}
