package dev.drover.informer.store;

import dev.drover.api.ObjectKey;
import dev.drover.informer.Deletion;
import org.jspecify.annotations.Nullable;

/// What a write did to a store.
///
/// @param <T> the type of the objects
public sealed interface Change<T> {
  /// Which object changed.
  public ObjectKey key();

  /// The object was not there.
  public record Added<T>(ObjectKey key, T object) implements Change<T> {}

  /// The object was there. Both are the same when it was only looked at again.
  public record Updated<T>(ObjectKey key, T before, T now) implements Change<T> {}

  /// The object is gone.
  ///
  /// @param before what the store had; null when it did not know the object
  public record Deleted<T>(Deletion<T> deletion, @Nullable T before) implements Change<T> {
    @Override
    public ObjectKey key() {
      return deletion.key();
    }
  }
}
