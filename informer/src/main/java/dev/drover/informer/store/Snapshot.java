package dev.drover.informer.store;

import dev.drover.api.ObjectKey;
import dev.drover.informer.Index;
import dev.drover.informer.IndexMatch;
import java.util.AbstractList;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All that a store has at one moment: objects, indexes and version, which agree with each other.
/// Never changes.
///
/// An index has only keys: an object that changes and keeps its values leaves the index alone.
///
/// @param items the objects
/// @param tables the indexes, in the order in which they were added
/// @param resourceVersion the version that the store is at; empty when it is at none
/// @param <T> the type of the objects
public record Snapshot<T>(Trie<ObjectKey, T> items, List<Table<T>> tables, String resourceVersion) {

  /// One index and what it has.
  ///
  /// @param keys of the objects with a value
  /// @param unknown the keys of the objects without known values: the index function failed
  public record Table<T>(
      Index<T> index,
      Trie<String, Trie<ObjectKey, ObjectKey>> keys,
      Trie<ObjectKey, ObjectKey> unknown) {
    static <T> Table<T> empty(Index<T> index) {
      return new Table<>(index, Trie.map(), Trie.set());
    }
  }

  public static <T> Snapshot<T> empty() {
    return new Snapshot<>(Trie.map(), List.of(), "");
  }

  public Optional<T> get(ObjectKey key) {
    return Optional.ofNullable(items.get(key));
  }

  public List<T> list() {
    return items.values();
  }

  public List<ObjectKey> listKeys() {
    return items.keys();
  }

  public List<T> byIndex(String name, String value) {
    return new Found<>(items, keysOf(table(name), value));
  }

  /// The objects that have all of these values: the smallest set of keys, looked up in the others.
  public List<T> byIndexes(List<IndexMatch> matches) {
    if (matches.isEmpty()) {
      return list();
    }
    List<Trie<ObjectKey, ObjectKey>> sets =
        matches.stream()
            .map(match -> keysOf(table(match.index()), match.value()))
            .sorted(Comparator.comparingInt(Trie::size))
            .toList();
    Trie<ObjectKey, ObjectKey> smallest = sets.getFirst();
    List<Trie<ObjectKey, ObjectKey>> others = sets.subList(1, sets.size());
    if (others.isEmpty()) {
      return new Found<>(items, smallest);
    }
    List<T> found = new ArrayList<>();
    for (ObjectKey key : smallest.keys()) {
      if (others.stream().allMatch(other -> other.contains(key))) {
        found.add(item(items, key));
      }
    }
    return Collections.unmodifiableList(found);
  }

  private static <T> T item(Trie<ObjectKey, T> items, ObjectKey key) {
    T found = items.get(key);
    if (found == null) {
      throw new AssertionError("an index has " + key + " and the store has not");
    }
    return found;
  }

  public List<ObjectKey> indexKeys(String name, String value) {
    return keysOf(table(name), value).keys().stream().sorted().toList();
  }

  /// The objects that share any value of the index with this one, each once.
  public List<T> index(String name, ObjectKey key, T object) {
    Table<T> table = table(name);
    Object edit = new Object();
    Trie<ObjectKey, ObjectKey> all = Trie.set();
    for (String value : IndexValues.of(table.index(), key, object)) {
      Trie<ObjectKey, ObjectKey> some = keysOf(table, value);
      if (all.isEmpty()) {
        all = some;
        continue;
      }
      for (ObjectKey one : some.keys()) {
        all = all.with(one, one, edit);
      }
    }
    return new Found<>(items, all);
  }

  public Set<String> listIndexFuncValues(String name) {
    Table<T> table = find(name);
    return table == null ? Set.of() : new Values(table.keys());
  }

  public Map<String, Index<T>> indexers() {
    Map<String, Index<T>> all = new LinkedHashMap<>();
    tables.forEach(table -> all.put(table.index().name(), table.index()));
    return Map.copyOf(all);
  }

  private static <T> Trie<ObjectKey, ObjectKey> keysOf(Table<T> table, String value) {
    Trie<ObjectKey, ObjectKey> found = table.keys().get(value);
    return found == null ? Trie.set() : found;
  }

  private Table<T> table(String name) {
    Table<T> found = find(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "there is no index '%s'; there are %s"
              .formatted(name, tables.stream().map(table -> table.index().name()).toList()));
    }
    return found;
  }

  private @Nullable Table<T> find(String name) {
    for (Table<T> table : tables) {
      if (table.index().name().equals(name)) {
        return table;
      }
    }
    return null;
  }

  /// The objects of some keys, looked up on demand.
  private static final class Found<T> extends AbstractList<T> {
    private final Trie<ObjectKey, T> items;
    private final Trie<ObjectKey, ObjectKey> keys;

    Found(Trie<ObjectKey, T> items, Trie<ObjectKey, ObjectKey> keys) {
      this.items = items;
      this.keys = keys;
    }

    @Override
    public int size() {
      return keys.size();
    }

    @Override
    public T get(int index) {
      return item(items, keys.keys().get(index));
    }

    @Override
    public Iterator<T> iterator() {
      Iterator<ObjectKey> all = keys.keys().iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return all.hasNext();
        }

        @Override
        public T next() {
          return item(items, all.next());
        }
      };
    }
  }

  private static final class Values extends AbstractSet<String> {
    private final Trie<String, ?> values;

    Values(Trie<String, ?> values) {
      this.values = values;
    }

    @Override
    public int size() {
      return values.size();
    }

    @Override
    public boolean contains(@Nullable Object value) {
      return value != null && values.contains(value);
    }

    @Override
    public Iterator<String> iterator() {
      return values.keys().iterator();
    }
  }
}
