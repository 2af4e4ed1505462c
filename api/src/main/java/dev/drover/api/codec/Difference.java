package dev.drover.api.codec;

import dev.drover.api.tree.ArrayMap;
import dev.drover.api.tree.DeepStack;
import dev.drover.api.tree.DeepValues;
import dev.drover.api.wire.JsonWriter;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The JSON merge patch (RFC 7386) that turns one value into another, as a tree; empty when they
/// are the same.
///
/// Objects of known types are compared field by field: what did not change is never written down.
/// For a label on a large ConfigMap that is the difference between a few bytes and all of them,
/// twice.
final class Difference {
  private Difference() {}

  /// Between two objects of one type.
  static <T> Map<String, @Nullable Object> of(ObjectType<T> type, T old, T next) {
    return of(type, old, next, 0);
  }

  private static <T> Map<String, @Nullable Object> of(
      ObjectType<T> type, T old, T next, int depth) {
    if (DeepStack.isUsedUp(depth)) {
      return DeepStack.call(depth, () -> of(type, old, next, depth));
    }
    if (!type.hasEqualUnknown(old, next)) {
      return between(object(written(type, old)), object(written(type, next)));
    }
    Map<String, @Nullable Object> patch = new TreeMap<>();
    for (Field field : type.fields) {
      Object before = type.get(old, field.slot);
      Object after = type.get(next, field.slot);
      if (DeepValues.equal(before, after)) {
        continue;
      }
      Map<String, @Nullable Object> changes = new TreeMap<>();
      if (before != null && after != null && goesInto(field.type())) {
        put(changes, field.name, within(field.type(), before, after, depth + 1));
      } else {
        changes.putAll(between(member(type, field, old), member(type, field, next)));
      }
      changes.forEach((name, value) -> patch.put(name, field.secret ? hidden(value) : value));
    }
    return patch;
  }

  /// Between two trees.
  static Map<String, @Nullable Object> between(
      Map<String, ? extends @Nullable Object> old, Map<String, ? extends @Nullable Object> next) {
    return between(old, next, 0);
  }

  private static Map<String, @Nullable Object> between(
      Map<String, ? extends @Nullable Object> old,
      Map<String, ? extends @Nullable Object> next,
      int depth) {
    if (DeepStack.isUsedUp(depth)) {
      return DeepStack.call(depth, () -> between(old, next, depth));
    }
    Map<String, @Nullable Object> patch = removals(old, next);
    next.forEach(
        (name, value) -> {
          Object before = old.get(name);
          if (DeepValues.equal(before, value)) {
            return;
          }
          boolean nested = before instanceof Map<?, ?> && value instanceof Map<?, ?>;
          patch.put(name, nested ? between(object(before), object(value), depth + 1) : value);
        });
    return patch;
  }

  /// The change of a secret map, of which only the keys are printed.
  private static @Nullable Object hidden(@Nullable Object change) {
    return TreeType.copy(change) instanceof ArrayMap<?> map ? ArrayMap.ofSecrets(map) : change;
  }

  /// Whether two values of this type are compared by their parts.
  private static boolean goesInto(ValueType type) {
    return type instanceof MapType || type instanceof ObjectType<?> of && of.isJsonObject();
  }

  private static Map<String, @Nullable Object> within(
      ValueType type, Object old, Object next, int depth) {
    return switch (type) {
      case MapType map -> entries(map.value, ArrayMap.cast(old), ArrayMap.cast(next), depth);
      case ObjectType<?> of -> cast(of, old, next, depth);
      default -> throw new IllegalArgumentException("has no parts: " + type);
    };
  }

  private static <T> Map<String, @Nullable Object> cast(
      ObjectType<T> type, Object a, Object b, int depth) {
    return of(type, type.cast(a), type.cast(b), depth);
  }

  private static Map<String, @Nullable Object> entries(
      ValueType type, Map<String, ?> old, Map<String, ?> next, int depth) {
    Map<String, @Nullable Object> patch = removals(old, next);
    next.forEach(
        (key, value) -> {
          Object before = old.get(key);
          if (value.equals(before)) {
            return;
          }
          if (before != null && goesInto(type)) {
            put(patch, key, within(type, before, value, depth));
          } else {
            patch.put(key, value instanceof String ? value : written(type, value));
          }
        });
    return patch;
  }

  private static Map<String, @Nullable Object> removals(Map<String, ?> old, Map<String, ?> next) {
    Map<String, @Nullable Object> patch = new TreeMap<>();
    for (String name : old.keySet()) {
      if (!next.containsKey(name)) {
        patch.put(name, null);
      }
    }
    return patch;
  }

  /// Values may differ where their JSON does not.
  private static void put(
      Map<String, @Nullable Object> patch, String name, Map<String, @Nullable Object> inner) {
    if (!inner.isEmpty()) {
      patch.put(name, inner);
    }
  }

  /// An object with this one member; empty where Go writes nothing for it.
  private static <T> Map<String, @Nullable Object> member(
      ObjectType<T> type, Field field, T value) {
    JsonWriter out = new JsonWriter();
    out.beginObject();
    type.writeMember(out, field, value);
    out.endObject();
    return object(TreeType.tree(out.toByteArray()));
  }

  private static @Nullable Object written(ValueType type, Object value) {
    JsonWriter out = new JsonWriter();
    type.writeJson(out, value);
    return TreeType.tree(out.toByteArray());
  }

  @SuppressWarnings("unchecked") // JSON has string keys
  private static Map<String, @Nullable Object> object(@Nullable Object tree) {
    return (Map<String, @Nullable Object>) Objects.requireNonNull(tree);
  }
}
