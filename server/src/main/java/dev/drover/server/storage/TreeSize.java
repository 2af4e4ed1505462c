package dev.drover.server.storage;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Estimates the memory of object trees.
final class TreeSize {
  private static final int PER_VALUE = 24; // reference, header and rounding

  private TreeSize() {}

  /// The bytes that a change adds: parts that the new version shares with the old one are free.
  static long ofChange(Change change) {
    StoredObject before = change.before();
    return added(change.object().tree(), before == null ? null : before.tree());
  }

  @SuppressWarnings("ReferenceEquality") // shared parts are the very same
  private static long added(@Nullable Object value, @Nullable Object before) {
    if (value == before) {
      return 0;
    }
    return switch (value) {
      case String text -> PER_VALUE + text.length();
      case Map<?, ?> map -> {
        Map<?, ?> old = before instanceof Map<?, ?> other ? other : Map.of();
        long sum = PER_VALUE;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          sum += PER_VALUE + added(entry.getValue(), old.get(entry.getKey()));
        }
        yield sum;
      }
      case List<?> list -> {
        List<?> old = before instanceof List<?> other ? other : List.of();
        long sum = PER_VALUE;
        for (int i = 0; i < list.size(); i++) {
          sum += added(list.get(i), i < old.size() ? old.get(i) : null);
        }
        yield sum;
      }
      case null, default -> PER_VALUE;
    };
  }
}
