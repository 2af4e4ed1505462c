package dev.drover.api.codec;

import dev.drover.api.DecodeException;

/// Receives the items of a list one by one while the list arrives.
///
/// ```java
/// Map<ObjectKey, Pod> pods = new HashMap<>();
/// ListMeta list = Pod.KIND.codec().decodeList(in, Format.PROTOBUF, pod -> pods.put(pod.key(), pod));
/// ```
///
/// @param <T> the type of the items
@FunctionalInterface
public interface ListSink<T> {
  /// Takes the next item.
  void item(T item);

  /// Takes note of an item that could not be read; the items after it still come. Fails by default.
  default void broken(BrokenItem item) {
    throw item.error();
  }

  /// An item that could not be read.
  ///
  /// @param index its place in the list
  /// @param key its namespace and name where those could be read, else empty
  /// @param error what was wrong
  record BrokenItem(int index, String key, DecodeException error) {}
}
