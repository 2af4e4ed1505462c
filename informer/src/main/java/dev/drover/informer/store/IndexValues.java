package dev.drover.informer.store;

import dev.drover.api.ObjectKey;
import dev.drover.informer.Index;
import dev.drover.informer.IndexException;
import java.util.List;

/// Calls index functions, which are users' code.
public final class IndexValues {
  private IndexValues() {}

  /// The values of an object.
  ///
  /// @throws IndexException when the function fails
  public static <T> List<String> of(Index<T> index, ObjectKey key, T object) {
    try {
      return List.copyOf(index.values().apply(object));
    } catch (Throwable e) { // a stack overflow in a user's function is no worse than an exception
      throw new IndexException(index.name(), key, e);
    }
  }
}
