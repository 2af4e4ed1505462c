package dev.drover.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Removes the fields that a structural schema does not specify.
///
/// In Go: `structuralpruning` and `structuraldefaulting.PruneNonNullableNullsWithoutDefaults`.
final class Pruning {
  private static final Set<String> META = Set.of("apiVersion", "kind", "metadata");

  private final List<String> unknown = new ArrayList<>();

  private Pruning() {}

  /// Prunes an object in place.
  ///
  /// @return the paths of what was taken away, sorted
  static List<String> prune(Map<String, @Nullable Object> object, SchemaNode schema) {
    Pruning pruning = new Pruning();
    pruning.prune(object, schema, "");
    Collections.sort(pruning.unknown);
    return pruning.unknown;
  }

  /// Whether there is something to prune in a value of any kind.
  static boolean wouldPrune(Object value, SchemaNode schema) {
    Pruning pruning = new Pruning();
    TreeNode copy = TreeNode.copyOf(Map.of("value", value));
    pruning.prune(copy.get("value"), schema, "");
    return !pruning.unknown.isEmpty();
  }

  /// @param schema null where the schema foresees nothing
  private void prune(@Nullable Object value, @Nullable SchemaNode schema, String path) {
    if (schema != null && schema.keepsUnknown()) {
      pruneBelow(value, schema, path);
      return;
    }
    if (value instanceof Map<?, ?> map) {
      pruneFields(map, schema, path);
    } else if (value instanceof List<?> list) {
      SchemaNode items = schema == null ? null : schema.items();
      for (int i = 0; i < list.size(); i++) {
        prune(list.get(i), items, path + "[" + i + "]");
      }
    }
  }

  private void pruneFields(Map<?, ?> map, @Nullable SchemaNode schema, String path) {
    for (Iterator<? extends Map.Entry<?, ?>> all = map.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<?, ?> entry = all.next();
      String name = (String) entry.getKey();
      if (schema != null && schema.isEmbedded() && META.contains(name)) {
        continue;
      }
      String at = path.isEmpty() ? name : path + "." + name;
      if (schema != null && isForeseen(schema, name)) {
        prune(entry.getValue(), child(schema, name), at);
      } else {
        unknown.add(at);
        all.remove();
      }
    }
  }

  /// Where unknown fields are kept, those that the schema does know are pruned by it.
  private void pruneBelow(@Nullable Object value, SchemaNode schema, String path) {
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, child) -> {
            String name = (String) key;
            boolean isMeta = schema.isEmbedded() && META.contains(name);
            if (!isMeta && isForeseen(schema, name)) {
              prune(child, child(schema, name), path.isEmpty() ? name : path + "." + name);
            }
          });
    } else if (value instanceof List<?> list && schema.items() != null) {
      for (int i = 0; i < list.size(); i++) {
        pruneBelow(list.get(i), schema.items(), path + "[" + i + "]");
      }
    }
  }

  private static boolean isForeseen(SchemaNode schema, String name) {
    return schema.properties().containsKey(name) || schema.additional() != null;
  }

  private static @Nullable SchemaNode child(@Nullable SchemaNode schema, String name) {
    if (schema == null) {
      return null;
    }
    SchemaNode listed = schema.properties().get(name);
    SchemaNode.Additional additional = schema.additional();
    return listed != null || additional == null ? listed : additional.node();
  }

  /// Takes away fields that are null although the schema neither allows it nor has a default.
  static void dropNulls(@Nullable Object value, @Nullable SchemaNode schema) {
    if (value instanceof Map<?, ?> map) {
      map.entrySet()
          .removeIf(
              entry -> {
                SchemaNode child = child(schema, (String) entry.getKey());
                return entry.getValue() == null
                    && child != null
                    && !child.isNullable()
                    && child.defaultValue() == null;
              });
      map.forEach((name, child) -> dropNulls(child, child(schema, (String) name)));
    } else if (value instanceof List<?> list) {
      list.forEach(item -> dropNulls(item, schema == null ? null : schema.items()));
    }
  }
}
