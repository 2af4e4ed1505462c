package dev.drover.server.rest;

import dev.drover.server.core.ApiError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Limits the size of objects as etcd does below kube-apiserver, to requests of 1.5 MiB, and how
/// deep they nest: whatever is stored can be read, encoded, merged and compared by recursion.
///
/// The size is that of names and texts, which is close to that in etcd's format; no client depends
/// on the very byte.
final class StoredSize {
  private static final long MOST_BYTES = 1_572_864;
  private static final int MOST_LEVELS = 250;
  private static final int ANY_LEVELS = 10_000;

  private StoredSize() {}

  /// The same object.
  ///
  /// @throws ApiError when it is too large, or nests too deep
  static Map<String, @Nullable Object> checked(Map<String, @Nullable Object> object) {
    if (size(object, MOST_LEVELS) > MOST_BYTES) {
      throw ApiError.of(500, "", "etcdserver: request is too large");
    }
    return object;
  }

  /// Requires that what is to be merged into an object nests no deeper than an object may.
  ///
  /// @throws ApiError when it does
  static void requireNesting(@Nullable Object tree) {
    size(tree, MOST_LEVELS);
  }

  /// @param levels that the value may have
  private static long size(@Nullable Object value, int levels) {
    return switch (value) {
      case String text -> text.length();
      case Map<?, ?> map -> {
        requireLevel(levels);
        long sum = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          // Managed fields nest as deep as what they describe, and a little deeper.
          boolean isOwnership = "managedFields".equals(entry.getKey());
          sum += size(entry.getKey(), 0);
          sum += size(entry.getValue(), isOwnership ? ANY_LEVELS : levels - 1);
        }
        yield sum;
      }
      case List<?> list -> {
        requireLevel(levels);
        long sum = 0;
        for (Object item : list) {
          sum += size(item, levels - 1);
        }
        yield sum;
      }
      case null, default -> 1;
    };
  }

  private static void requireLevel(int levels) {
    if (levels == 0) {
      throw ApiError.badRequest("the object nests deeper than " + MOST_LEVELS + " levels");
    }
  }
}
