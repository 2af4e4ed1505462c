package dev.drover.schema;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The value that a part of an object had before an update, if it can be correlated.
///
/// In Go: `common.CorrelatedObject`.
///
/// @param isKnown whether it can
record PreviousValue(boolean isKnown, @Nullable Object value) {
  static final PreviousValue UNKNOWN = new PreviousValue(false, null);

  static PreviousValue of(@Nullable Object value) {
    return value == null ? UNKNOWN : new PreviousValue(true, value);
  }

  PreviousValue field(String name) {
    return isKnown && value instanceof Map<?, ?> map && map.containsKey(name)
        ? new PreviousValue(true, map.get(name))
        : UNKNOWN;
  }

  /// The item with the same keys.
  PreviousValue item(@Nullable Object item, List<String> keys) {
    if (!isKnown || keys.isEmpty() || !(value instanceof List<?> list)) {
      return UNKNOWN;
    }
    for (Object other : list) {
      if (keys.stream().allMatch(key -> sameField(item, other, key))) {
        return new PreviousValue(true, other);
      }
    }
    return UNKNOWN;
  }

  private static boolean sameField(@Nullable Object a, @Nullable Object b, String name) {
    return a instanceof Map<?, ?> one
        && b instanceof Map<?, ?> other
        && Objects.equals(one.get(name), other.get(name));
  }
}
