package dev.drover.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads a custom resource: any JSON, less what its structure does not know.
///
/// Parts that the table describes, such as `metadata`, are read as Go reads them. In Go: the
/// decoder of `Unstructured`, then `schemaobjectmeta` and `structuralpruning`.
final class CustomReader {
  private final StrictErrors duplicates = new StrictErrors();
  private final List<String> unknownMetadata = new ArrayList<>();
  private final Set<String> unknown = new TreeSet<>();
  private final StrictErrors path = new StrictErrors();

  /// Reads an object; `null` is an empty one.
  Map<String, @Nullable Object> read(JsonCursor in, Structure.Fields type) {
    return switch (tree(in)) {
      case null -> Map.of();
      case Map<?, ?> tree -> members(type, tree);
      case Object other ->
          throw new UnreadableException(
              "json: cannot unmarshal "
                  + kind(other)
                  + " into Go value of type map[string]interface {}");
    };
  }

  /// Members that come twice first, then what `metadata` does not know, then the rest by name.
  List<String> strictErrors() {
    List<String> all = new ArrayList<>(duplicates.messages());
    unknownMetadata.forEach(field -> all.add("unknown field \"" + field + '"'));
    unknown.forEach(field -> all.add("unknown field \"" + field + '"'));
    return all;
  }

  private @Nullable Object tree(JsonCursor in) {
    int outer = duplicates.mark();
    return switch (in.peek()) {
      case '{' -> {
        in.enter();
        Map<String, @Nullable Object> members = new TreeMap<>();
        for (String name = in.nextName(); name != null; name = in.nextName()) {
          if (members.containsKey(name)) {
            duplicates.duplicate(name);
          }
          duplicates.enter(name);
          members.put(name, tree(in));
          duplicates.back(outer);
        }
        yield Collections.unmodifiableMap(members);
      }
      case '[' -> {
        in.enter();
        List<@Nullable Object> items = new ArrayList<>();
        while (in.nextItem()) {
          duplicates.enter(items.size());
          items.add(tree(in));
          duplicates.back(outer);
        }
        yield Collections.unmodifiableList(items);
      }
      default -> TypedWriter.whole(in.tree());
    };
  }

  private @Nullable Object keep(@Nullable Structure structure, @Nullable Object tree) {
    return switch (structure) {
      case Structure.Anything _ -> tree;
      case Structure.Fields fields when isTyped(fields) -> typed(fields, tree);
      case Structure.Fields fields when tree instanceof Map<?, ?> map -> members(fields, map);
      case Structure.Dictionary entries when tree instanceof Map<?, ?> map ->
          entries(entries.value(), map);
      case Structure.Listing list when tree instanceof List<?> items -> items(list.item(), items);
      case null, default -> bare(tree);
    };
  }

  private static boolean isTyped(Structure.Fields fields) {
    return !fields.members().isEmpty()
        && fields.members().values().stream().allMatch(member -> member.entry().isPresent());
  }

  private Map<String, @Nullable Object> members(Structure.Fields fields, Map<?, ?> tree) {
    Map<String, @Nullable Object> kept = new TreeMap<>();
    int outer = path.mark();
    tree.forEach(
        (key, value) -> {
          String name = (String) key;
          Structure.Member member = fields.members().get(name);
          if (member != null) {
            path.enter(name);
            kept.put(name, keep(member.structure(), value));
            path.back(outer);
          } else if (fields.keepsUnknown()) {
            kept.put(name, value);
          } else {
            unknown.add(path.below(name));
          }
        });
    return Collections.unmodifiableMap(kept);
  }

  private Object entries(Structure item, Map<?, ?> tree) {
    Map<String, @Nullable Object> kept = new TreeMap<>();
    int outer = path.mark();
    tree.forEach(
        (key, value) -> {
          path.enter((String) key);
          kept.put((String) key, keep(item, value));
          path.back(outer);
        });
    return Collections.unmodifiableMap(kept);
  }

  private Object items(@Nullable Structure item, List<?> tree) {
    List<@Nullable Object> kept = new ArrayList<>();
    int outer = path.mark();
    for (Object value : tree) {
      path.enter(kept.size());
      kept.add(keep(item, value));
      path.back(outer);
    }
    return Collections.unmodifiableList(kept);
  }

  /// Where an object or list is not expected, nothing in it is known; validation says the rest.
  private @Nullable Object bare(@Nullable Object tree) {
    return switch (tree) {
      case Map<?, ?> map -> {
        map.keySet().forEach(name -> unknown.add(path.below((String) name)));
        yield Map.of();
      }
      case List<?> list -> items(null, list);
      case null, default -> tree;
    };
  }

  private Object typed(Structure.Fields fields, @Nullable Object tree) {
    TypedForm.Reading reading = TypedForm.ofAnyTree(tree, fields);
    for (String error : reading.strictErrors()) {
      String field = error.substring(error.indexOf('"') + 1, error.length() - 1);
      unknownMetadata.add(path.below(field));
    }
    return reading.tree();
  }

  private static String kind(Object tree) {
    return switch (tree) {
      case List<?> _ -> "array";
      case String _ -> "string";
      case Boolean _ -> "bool";
      default -> "number";
    };
  }
}
