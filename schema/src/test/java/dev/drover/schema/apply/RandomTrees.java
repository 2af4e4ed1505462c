package dev.drover.schema.apply;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldEntry.Merge;
import dev.drover.schema.Structure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Random trees of a structure, with few names and values, so that they overlap.
final class RandomTrees {
  private static final GroupVersionKind KIND = new GroupVersionKind("t.io", "v1", "Thing");
  private static final List<String> WORDS = List.of("a", "b", "c");

  private final Random random;
  private final Structure structure;

  RandomTrees(Random random, Structure structure) {
    this.random = random;
    this.structure = structure;
  }

  Structure structure() {
    return structure;
  }

  ServerSideApply rules() {
    return new ServerSideApply(KIND, "", FieldFilter.ALL, Versions.only("t.io/v1", structure));
  }

  /// Any tree of the structure that is not empty.
  Map<String, @Nullable Object> next() {
    Map<String, @Nullable Object> tree = new TreeMap<>(Shape.map(value(structure, 7)));
    tree.put("kind", "Thing");
    return tree;
  }

  /// A tree that can be an object in a store.
  Map<String, @Nullable Object> object() {
    return named(next(), Map.of("name", "it", "uid", "1"));
  }

  /// A tree that can be applied.
  Map<String, @Nullable Object> config() {
    return named(next(), Map.of("name", "it"));
  }

  Map<String, @Nullable Object> emptyConfig() {
    return named(Map.of(), Map.of("name", "it"));
  }

  private static Map<String, @Nullable Object> named(
      Map<String, @Nullable Object> tree, Map<String, String> identity) {
    Map<String, @Nullable Object> metadata = new TreeMap<>(Shape.map(tree.get("metadata")));
    metadata.remove("managedFields");
    metadata.putAll(identity);
    Map<String, @Nullable Object> object = new TreeMap<>(tree);
    object.put("metadata", metadata);
    object.put("apiVersion", "t.io/v1");
    object.put("kind", "Thing");
    return object;
  }

  private Object value(Structure any, int depth) {
    return switch (any) {
      case Structure.Scalar(String type) ->
          switch (type) {
            case "int32", "int64" -> (long) random.nextInt(3);
            case "double" -> random.nextInt(4) / 2.0;
            case "bool" -> chance(2);
            default -> word();
          };
      case Structure.Anything ignored ->
          chance(2) ? word() : Map.of(word(), List.of(word(), (long) random.nextInt(3)));
      case Structure.Dictionary map -> {
        Map<String, @Nullable Object> entries = new TreeMap<>();
        WORDS.forEach(word -> putMaybe(entries, word, map.value(), depth));
        yield entries;
      }
      case Structure.Fields fields -> {
        Map<String, @Nullable Object> entries = new TreeMap<>();
        fields
            .members()
            .forEach((name, member) -> putMaybe(entries, name, member.structure(), depth));
        yield entries;
      }
      case Structure.Listing list -> items(list, depth);
    };
  }

  private void putMaybe(
      Map<String, @Nullable Object> entries, String name, Structure value, int depth) {
    if (depth > 0 && chance(3)) {
      entries.put(name, value(value, depth - 1));
    }
  }

  private List<@Nullable Object> items(Structure.Listing list, int depth) {
    List<@Nullable Object> items = new ArrayList<>();
    Set<PathElement> seen = new HashSet<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      Object item = keyed(list, value(list.item(), depth - 1));
      if (list.merge() == Merge.ATOMIC || seen.add(Shape.step(list, item))) {
        items.add(item);
      }
    }
    return items;
  }

  private Object keyed(Structure.Listing list, Object item) {
    if (!(list.item() instanceof Structure.Fields fields) || list.keys().isEmpty()) {
      return item;
    }
    Map<String, @Nullable Object> entries = new TreeMap<>(Shape.map(item));
    for (String key : list.keys()) {
      entries.computeIfAbsent(key, name -> value(fields.member(name).orElseThrow().structure(), 1));
    }
    return entries;
  }

  /// The tree with some values replaced by anything.
  Map<String, @Nullable Object> spoiled(Map<String, @Nullable Object> tree) {
    Map<String, @Nullable Object> spoiled = new TreeMap<>();
    tree.forEach((name, value) -> spoiled.put(name, spoiledValue(value)));
    spoiled.put("metadata", Shape.map(spoiled.get("metadata")));
    spoiled.put("apiVersion", "t.io/v1");
    spoiled.put("kind", "Thing");
    return spoiled;
  }

  @Nullable Object spoiledValue(@Nullable Object value) {
    if (chance(12)) {
      return nonsense();
    }
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> entries = new TreeMap<>();
        map.forEach(
            (name, entry) -> entries.put(chance(20) ? word() : (String) name, spoiledValue(entry)));
        yield entries;
      }
      case List<?> list -> {
        List<@Nullable Object> items = new ArrayList<>();
        list.forEach(item -> items.add(spoiledValue(item)));
        yield items;
      }
      case null, default -> value;
    };
  }

  private @Nullable Object nonsense() {
    return switch (random.nextInt(7)) {
      case 0 -> null;
      case 1 -> word();
      case 2 -> 1e30;
      case 3 -> chance(2);
      case 4 -> List.of();
      case 5 -> List.of(Map.of("k:{\"a\":1}", word()), word());
      default -> Map.of("f:" + word(), Map.of(".", Map.of()), "", Long.MIN_VALUE);
    };
  }

  private String word() {
    return WORDS.get(random.nextInt(WORDS.size()));
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  @Override
  public String toString() {
    return structure.toString();
  }
}
