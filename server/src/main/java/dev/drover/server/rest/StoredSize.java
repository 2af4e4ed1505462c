package dev.drover.server.rest;

import dev.drover.server.core.ApiError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Limits the size of objects as etcd does below kube-apiserver: to requests of 1.5 MiB.
///
/// The size is that of names and texts, which is close to that in etcd's format; no client depends
/// on the very byte.
final class StoredSize {
  private static final long MOST_BYTES = 1_572_864;

  private StoredSize() {}

  /// The same object.
  ///
  /// @throws ApiError when it is too large
  static Map<String, @Nullable Object> checked(Map<String, @Nullable Object> object) {
    if (size(object) > MOST_BYTES) {
      throw ApiError.of(500, "", "etcdserver: request is too large");
    }
    return object;
  }

  private static long size(@Nullable Object value) {
    return switch (value) {
      case String text -> text.length();
      case Map<?, ?> map -> {
        long sum = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          sum += size(entry.getKey()) + size(entry.getValue());
        }
        yield sum;
      }
      case List<?> list -> {
        long sum = 0;
        for (Object item : list) {
          sum += size(item);
        }
        yield sum;
      }
      case null, default -> 1;
    };
  }
}
