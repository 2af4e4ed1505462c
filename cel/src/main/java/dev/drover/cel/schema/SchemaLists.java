package dev.drover.cel.schema;

import dev.drover.cel.types.CelError;
import dev.drover.cel.types.CelList;
import dev.drover.cel.types.CelMap;
import dev.drover.cel.types.NullValue;
import dev.drover.cel.types.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lists of a tree: atomic ones, sets and maps, which differ in equality and addition.
///
/// In Go: `common.unstructuredList`, `unstructuredSetList` and `unstructuredMapList`.
final class SchemaLists {
  private SchemaLists() {}

  static CelList atomic(List<? extends @Nullable Object> tree, SchemaNode items) {
    return new Atomic(tree, items);
  }

  static CelList set(List<? extends @Nullable Object> tree, SchemaNode items) {
    return new OfSet(tree, items);
  }

  static CelList map(List<? extends @Nullable Object> tree, SchemaNode items, List<?> keys) {
    return new OfMap(tree, items, keys.stream().map(String::valueOf).toList());
  }

  /// The tree that a value stands for.
  static @Nullable Object raw(Object value) {
    return switch (value) {
      case SchemaMap map -> map.tree();
      case Atomic list -> list.tree();
      case OfSet list -> list.tree();
      case OfMap list -> list.tree();
      case SchemaValues.Preserved preserved -> preserved.tree();
      case NullValue _ -> null;
      case CelList list -> raws(list);
      case CelMap map -> {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        for (Object key : map.keys()) {
          Object found = map.find(key);
          tree.put(String.valueOf(key), found == null ? null : raw(found));
        }
        yield tree;
      }
      default -> value;
    };
  }

  private static List<@Nullable Object> raws(CelList list) {
    List<@Nullable Object> tree = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      tree.add(raw(list.get(i)));
    }
    return tree;
  }

  private static Object equalInOrder(CelList mine, Object other) {
    if (!(other instanceof CelList list)) {
      return CelError.noSuchOverload(other);
    }
    if (mine.size() != list.size()) {
      return false;
    }
    for (int i = 0; i < mine.size(); i++) {
      Object same = Values.equal(mine.get(i), list.get(i));
      if (!same.equals(true)) {
        return same;
      }
    }
    return true;
  }

  private record Atomic(List<? extends @Nullable Object> tree, SchemaNode items)
      implements CelList {
    @Override
    public int size() {
      return tree.size();
    }

    @Override
    public Object get(int index) {
      return SchemaValues.of(tree.get(index), items);
    }

    @Override
    public CelList plus(CelList other) {
      List<@Nullable Object> all = new ArrayList<>(tree);
      all.addAll(raws(other));
      return new Atomic(all, items);
    }

    @Override
    public Object isEqualTo(Object other) {
      return equalInOrder(this, other);
    }
  }

  private record OfSet(List<? extends @Nullable Object> tree, SchemaNode items) implements CelList {
    @Override
    public int size() {
      return tree.size();
    }

    @Override
    public Object get(int index) {
      return SchemaValues.of(tree.get(index), items);
    }

    @Override
    public CelList plus(CelList other) {
      List<@Nullable Object> all = new ArrayList<>(tree);
      Set<@Nullable Object> seen = new HashSet<>(tree);
      for (Object element : raws(other)) {
        if (seen.add(element)) {
          all.add(element);
        }
      }
      return new OfSet(all, items);
    }

    @Override
    public Object isEqualTo(Object other) {
      if (!(other instanceof CelList list)) {
        return CelError.noSuchOverload(other);
      }
      return size() == list.size() && new HashSet<>(tree).containsAll(raws(list));
    }
  }

  private record OfMap(List<? extends @Nullable Object> tree, SchemaNode items, List<String> keys)
      implements CelList {
    @Override
    public int size() {
      return tree.size();
    }

    @Override
    public Object get(int index) {
      return SchemaValues.of(tree.get(index), items);
    }

    private List<@Nullable Object> key(@Nullable Object element) {
      List<@Nullable Object> key = new ArrayList<>();
      for (String name : keys) {
        key.add(element instanceof Map<?, ?> map ? map.get(name) : null);
      }
      return key;
    }

    @Override
    public CelList plus(CelList other) {
      List<@Nullable Object> all = new ArrayList<>(tree);
      Map<List<@Nullable Object>, Integer> places = new HashMap<>();
      for (int i = 0; i < tree.size(); i++) {
        places.put(key(tree.get(i)), i);
      }
      for (Object element : raws(other)) {
        Integer place = places.get(key(element));
        if (place == null) {
          all.add(element);
        } else {
          all.set(place, element);
        }
      }
      return new OfMap(all, items, keys);
    }

    @Override
    public Object isEqualTo(Object other) {
      if (!(other instanceof CelList list)) {
        return CelError.noSuchOverload(other);
      }
      if (size() != list.size()) {
        return false;
      }
      Map<List<@Nullable Object>, Object> mine = new HashMap<>();
      for (Object element : tree) {
        mine.put(key(element), SchemaValues.of(element, items));
      }
      for (int i = 0; i < list.size(); i++) {
        Object theirs = list.get(i);
        Object counterpart = mine.get(key(raw(theirs)));
        Object same = counterpart == null ? (Object) false : Values.equal(counterpart, theirs);
        if (!same.equals(true)) {
          return same;
        }
      }
      return true;
    }
  }
}
