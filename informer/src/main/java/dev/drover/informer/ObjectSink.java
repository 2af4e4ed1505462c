package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.Collection;
import java.util.Optional;

/// Receives the changes of a collection from a [Reflector]: a store, a queue, or code of your own.
///
/// ```java
/// Reflector.of("pods", ListerWatcher.of(client.resources(Pod.class)), new PodTable());
/// ```
///
/// A reflector calls it from one thread, and from a second one for [#resync].
///
/// In Go: {@index cache.ReflectorStore}.
///
/// @param <T> the type of the objects
public interface ObjectSink<T> {
  /// An object was created, or is new to the reflector.
  void add(T object);

  /// An object was changed.
  void update(T object);

  /// An object was deleted.
  ///
  /// @param object its last state
  void delete(T object);

  /// A list was read: these are all objects that exist.
  ///
  /// @param resourceVersion the version of the list
  void replace(Collection<? extends T> objects, String resourceVersion);

  /// Nothing else happened up to this version.
  void bookmark(String resourceVersion);

  /// The resync period has passed ([ReflectorOptions#resyncPeriod]). Does nothing by default.
  default void resync() {}

  /// Everything that the server has sent so far was written, and the reflector is about to wait for
  /// more. Sinks that pass changes on in batches do so now. Does nothing by default.
  default void flush() {}

  /// The object that this sink has under a key, for a list with an item that cannot be read: the
  /// known state is kept. Empty by default, which means that such an item counts as gone.
  default Optional<T> known(ObjectKey key) {
    return Optional.empty();
  }
}
