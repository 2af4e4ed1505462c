package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The deletion of an object whose delete event was missed: a later list does not have the object.
/// Its last known state may be stale.
///
/// In Go: {@index cache.DeletedFinalStateUnknown}.
///
/// @param key which object it was
/// @param object the last state that is known; null when none is
/// @param <T> the type of the object
public record DeletedFinalStateUnknown<T>(ObjectKey key, @Nullable T object)
    implements Deletion<T> {
  @Override
  public Optional<T> lastKnown() {
    return Optional.ofNullable(object);
  }
}
