package dev.drover.client;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The JSON merge patch (RFC 7386) that turns one tree into another.
final class MergeDiff {
  private MergeDiff() {}

  /// The patch from `old` to `next`; empty when they are the same.
  static Map<String, @Nullable Object> of(
      Map<String, @Nullable Object> old, Map<String, @Nullable Object> next) {
    Map<String, @Nullable Object> patch = new TreeMap<>();
    for (String name : old.keySet()) {
      if (!next.containsKey(name)) {
        patch.put(name, null);
      }
    }
    next.forEach(
        (name, value) -> {
          Object before = old.get(name);
          if (Objects.equals(before, value)) {
            return;
          }
          if (before instanceof Map<?, ?> from && value instanceof Map<?, ?> to) {
            patch.put(name, of(cast(from), cast(to)));
          } else {
            patch.put(name, value);
          }
        });
    return patch;
  }

  @SuppressWarnings("unchecked") // JSON has string keys
  private static Map<String, @Nullable Object> cast(Map<?, ?> tree) {
    return (Map<String, @Nullable Object>) tree;
  }
}
