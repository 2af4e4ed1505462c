package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.List;
import java.util.Optional;

/// Lists keys and finds objects by key: every [Store][dev.drover.informer.classic.Store] can.
///
/// ```java
/// DeltaFifo<Pod> queue =
///     new DeltaFifo<>(options.with(o -> o.knownObjects(store))); // finds missed deletions
/// ```
///
/// In Go: {@index cache.KeyListerGetter}, {@index cache.KeyLister}, {@index cache.KeyGetter}.
///
/// @param <T> the type of the objects
public interface KeyListerGetter<T> {
  /// The keys of all objects, as of one moment.
  List<ObjectKey> listKeys();

  /// The object with this key.
  Optional<T> getByKey(ObjectKey key);

  /// Knows no objects.
  static <T> KeyListerGetter<T> none() {
    return new KeyListerGetter<>() {
      @Override
      public List<ObjectKey> listKeys() {
        return List.of();
      }

      @Override
      public Optional<T> getByKey(ObjectKey key) {
        return Optional.empty();
      }
    };
  }
}
