package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.Optional;

/// The deletion of an object, with what is known of its last state.
///
/// ```java
/// switch (deletion) {
///   case Deletion.Seen(_, var pod) -> ...                       // the event of the deletion had it
///   case DeletedFinalStateUnknown(var key, var lastKnown) -> ... // a list no longer had it
/// }
/// ```
///
/// If only the key or the last known state is needed, use [#key] and [#lastKnown].
///
/// Will not grow: a `switch` needs no `default` branch.
///
/// In Go: {@index cache.DeletionHandlingMetaNamespaceKeyFunc}.
///
/// @param <T> the type of the object
public sealed interface Deletion<T> permits Deletion.Seen, DeletedFinalStateUnknown {
  /// Which object it was.
  ObjectKey key();

  /// The last state that is known; empty when none is.
  Optional<T> lastKnown();

  /// The deletion itself was seen, so the last state is the final one.
  ///
  /// @param key which object it was
  /// @param object as it was when it was deleted
  /// @param <T> the type of the object
  record Seen<T>(ObjectKey key, T object) implements Deletion<T> {
    @Override
    public Optional<T> lastKnown() {
      return Optional.of(object);
    }
  }
}
