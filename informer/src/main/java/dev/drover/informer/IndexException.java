package dev.drover.informer;

import dev.drover.api.ObjectKey;

/// An index function failed for an object. The store is as it was.
public final class IndexException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /// @param index the name of the index
  /// @param key of the object
  public IndexException(String index, ObjectKey key, Throwable cause) {
    super("index '%s' failed for object %s: %s".formatted(index, key, cause.getMessage()), cause);
  }
}
