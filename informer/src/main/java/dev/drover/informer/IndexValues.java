package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.List;

/// Calls index functions, which are users' code.
final class IndexValues {
  private IndexValues() {}

  /// The values of an object.
  ///
  /// @throws IndexException when the function fails
  static <T> List<String> of(Index<T> index, ObjectKey key, T object) {
    try {
      return List.copyOf(index.values().apply(object));
    } catch (Throwable e) { // a stack overflow in a user's function is no worse than an exception
      throw new IndexException(index.name(), key, e);
    }
  }
}
