package dev.drover.crd.engine;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A value of an object and the value that it had before, found by names of fields and keys of list
/// items.
///
/// In Go: `common.CorrelatedObject`.
record Correlation(@Nullable Object value, @Nullable Object old, TreeNode schema) {
  /// The same for a field; null where it was not there before or the schema does not know it.
  @Nullable Correlation key(String field) {
    if (!(value instanceof Map<?, ?> map)
        || !(old instanceof Map<?, ?> before)
        || !map.containsKey(field)
        || !before.containsKey(field)) {
      return null;
    }
    TreeNode of =
        schema
            .at("properties")
            .child(field)
            .or(() -> schema.child("additionalProperties"))
            .orElse(null);
    return of == null ? null : new Correlation(map.get(field), before.get(field), of);
  }

  /// The same for an item; null where the items of the list have no keys, or it was not there.
  @Nullable Correlation index(int index) {
    TreeNode items = schema.child("items").orElse(null);
    if (items == null || !(value instanceof List<?> list) || !(old instanceof List<?> before)) {
      return null;
    }
    Object item = list.get(index);
    Object counterpart = counterpart(item, before, schema);
    return counterpart == null ? null : new Correlation(item, counterpart, items);
  }

  /// The item of a list with the keys of `item`, or null.
  static @Nullable Object counterpart(@Nullable Object item, List<?> before, TreeNode list) {
    if (!list.text("x-kubernetes-list-type").equals("map") || !(item instanceof Map<?, ?> map)) {
      return null;
    }
    List<String> keys = list.texts("x-kubernetes-list-map-keys");
    for (Object candidate : before) {
      if (candidate instanceof Map<?, ?> other
          && keys.stream().allMatch(key -> Objects.equals(map.get(key), other.get(key)))) {
        return candidate;
      }
    }
    return null;
  }

  /// Whether nothing changed, as far as that is known.
  boolean isUnchanged() {
    if (value == null || old == null) {
      return value == old;
    }
    if (value instanceof Map<?, ?> map && old instanceof Map<?, ?> before) {
      return map.size() == before.size()
          && map.keySet().stream().allMatch(name -> isUnchanged(key(String.valueOf(name))));
    }
    if (value instanceof List<?> list && old instanceof List<?> before) {
      if (list.size() != before.size() || !schema.text("x-kubernetes-list-type").equals("map")) {
        return list.equals(before);
      }
      for (int i = 0; i < list.size(); i++) {
        if (!isUnchanged(index(i))) {
          return false;
        }
      }
      return true;
    }
    return value.equals(old);
  }

  private static boolean isUnchanged(@Nullable Correlation correlation) {
    return correlation != null && correlation.isUnchanged();
  }
}
