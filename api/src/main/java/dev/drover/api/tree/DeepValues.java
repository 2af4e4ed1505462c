package dev.drover.api.tree;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Equality and hash codes of structs and JSON trees, as [List] and [Map] define them, at any depth
/// of nesting: see [DeepStack].
public final class DeepValues {
  private DeepValues() {}

  public static boolean equal(@Nullable Object one, @Nullable Object other) {
    return equal(one, other, 0);
  }

  public static boolean equal(@Nullable Object one, @Nullable Object other, int depth) {
    if (one == other) {
      return true;
    }
    if (one == null || other == null) {
      return false;
    }
    if (one instanceof String) {
      return one.equals(other);
    }
    if (!(one instanceof DeepValue || one instanceof List<?> || one instanceof Map<?, ?>)) {
      return one.equals(other);
    }
    return DeepStack.isUsedUp(depth)
        ? DeepStack.call(depth, () -> equalParts(one, other, depth + 1))
        : equalParts(one, other, depth + 1);
  }

  private static boolean equalParts(Object one, Object other, int depth) {
    if (one instanceof DeepValue deep) {
      return deep.equals(other, depth);
    }
    if (one instanceof List<?> list) {
      return other instanceof List<?> items && equalItems(list, items, depth);
    }
    return other instanceof Map<?, ?> map && equalEntries((Map<?, ?>) one, map, depth);
  }

  private static boolean equalItems(List<?> one, List<?> other, int depth) {
    if (one.size() != other.size()) {
      return false;
    }
    Iterator<?> items = other.iterator();
    for (Object item : one) {
      if (!items.hasNext() || !equal(item, items.next(), depth)) {
        return false;
      }
    }
    return !items.hasNext();
  }

  private static boolean equalEntries(Map<?, ?> one, Map<?, ?> other, int depth) {
    if (one.size() != other.size()) {
      return false;
    }
    try {
      for (Map.Entry<?, ?> entry : one.entrySet()) {
        Object value = other.get(entry.getKey());
        if (value == null && !other.containsKey(entry.getKey())) {
          return false;
        }
        if (!equal(entry.getValue(), value, depth)) {
          return false;
        }
      }
      return true;
    } catch (ClassCastException | NullPointerException e) {
      return false; // a map that does not take such keys, as in AbstractMap
    }
  }

  public static int hash(@Nullable Object value) {
    return hash(value, 0);
  }

  public static int hash(@Nullable Object value, int depth) {
    if (value == null) {
      return 0;
    }
    if (value instanceof String) {
      return value.hashCode();
    }
    if (!(value instanceof DeepValue || value instanceof List<?> || value instanceof Map<?, ?>)) {
      return value.hashCode();
    }
    return DeepStack.isUsedUp(depth)
        ? DeepStack.call(depth, () -> hashParts(value, depth + 1))
        : hashParts(value, depth + 1);
  }

  private static int hashParts(Object value, int depth) {
    int hash = 0;
    switch (value) {
      case DeepValue deep -> hash = deep.hash(depth);
      case List<?> list -> {
        hash = 1;
        for (Object item : list) {
          hash = 31 * hash + hash(item, depth);
        }
      }
      case Map<?, ?> map -> {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          hash += hash(entry.getKey(), depth) ^ hash(entry.getValue(), depth);
        }
      }
      default -> throw new IllegalArgumentException("has no parts: " + value.getClass());
    }
    return hash;
  }
}
