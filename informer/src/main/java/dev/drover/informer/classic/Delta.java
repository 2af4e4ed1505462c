package dev.drover.informer.classic;

import dev.drover.informer.Deletion;
import java.util.List;

/// One change on its way from a [Reflector][dev.drover.informer.Reflector] to a store.
///
/// ```java
/// switch (delta) {
///   case Delta.Added<Pod>(var pod) -> index(pod);
///   case Delta.Deleted<Pod>(var deletion) -> forget(deletion.key());
///   default -> {}
/// }
/// ```
///
/// Will not grow: a `switch` needs no `default` branch.
///
/// In Go: {@index cache.Delta}, {@index cache.DeltaType}.
///
/// @param <T> the type of the objects
public sealed interface Delta<T> permits Delta.OfObject, Delta.OfAll {
  /// A change of one object.
  ///
  /// @param <T> the type of the object
  sealed interface OfObject<T> extends Delta<T> {}

  /// A change of the whole collection, or of none of its objects.
  ///
  /// @param <T> the type of the objects
  sealed interface OfAll<T> extends Delta<T> {}

  /// The object is new.
  record Added<T>(T object) implements OfObject<T> {}

  /// The object changed.
  record Updated<T>(T object) implements OfObject<T> {}

  /// The object is gone.
  record Deleted<T>(Deletion<T> deletion) implements OfObject<T> {}

  /// A list had the object.
  record Replaced<T>(T object) implements OfObject<T> {}

  /// The object is to be processed again.
  record Sync<T>(T object) implements OfObject<T> {}

  /// These are all the objects there are.
  ///
  /// @param resourceVersion of the list
  record ReplacedAll<T>(List<T> objects, String resourceVersion) implements OfAll<T> {
    /// Copies the list.
    public ReplacedAll {
      objects = List.copyOf(objects);
    }
  }

  /// All objects are to be processed again.
  record SyncAll<T>() implements OfAll<T> {}

  /// Nothing else happened up to this version.
  record Bookmark<T>(String resourceVersion) implements OfAll<T> {}
}
