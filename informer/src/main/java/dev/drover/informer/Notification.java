package dev.drover.informer;

import dev.drover.api.ObjectKey;

/// What a handler is going to be told.
///
/// @param <T> the type of the objects
sealed interface Notification<T> {
  /// Which object it is about.
  ObjectKey key();

  /// The object is new.
  record Added<T>(ObjectKey key, T object) implements Notification<T> {}

  /// The object changed, or is to be looked at again: then both are the same.
  record Updated<T>(ObjectKey key, T before, T now) implements Notification<T> {}

  /// The object is gone.
  record Deleted<T>(Deletion<T> deletion) implements Notification<T> {
    @Override
    public ObjectKey key() {
      return deletion.key();
    }
  }
}
