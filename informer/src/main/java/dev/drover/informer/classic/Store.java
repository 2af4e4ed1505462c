package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import dev.drover.informer.KeyListerGetter;
import dev.drover.informer.ObjectSink;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Keeps objects by their keys. Safe for any number of threads.
///
/// A [Reflector][dev.drover.informer.Reflector] can fill it; an [Indexer] is a store that also
/// finds objects by other values than the key.
///
/// ```java
/// Store<Pod> store = new ThreadSafeStore<>(KeyFunction.namespaceAndName());
/// store.add(pod);
/// Optional<Pod> found = store.getByKey(ObjectKey.of("shop", "web"));
/// ```
///
/// In Go: {@index cache.Store}.
///
/// @param <T> the type of the objects
public interface Store<T> extends ObjectSink<T>, KeyListerGetter<T> {
  /// Puts an object in, in place of the one with its key.
  ///
  /// @throws KeyException when the object has no key
  @Override
  void add(T object);

  /// The same as [#add]: an object that is there is replaced, one that is not is added.
  @Override
  void update(T object);

  /// Removes the object with the key of this one; does nothing if there is none.
  @Override
  void delete(T object);

  /// All objects, as of one moment. Costs nothing: the objects are shared, and the list does not
  /// change with the store.
  List<T> list();

  /// The stored object with the key of this one.
  default Optional<T> get(T object) {
    return getByKey(keyOf(object));
  }

  @Override
  default Optional<T> known(ObjectKey key) {
    return getByKey(key);
  }

  /// The key that this store keeps the object by.
  ///
  /// @throws KeyException when the object has no key
  ObjectKey keyOf(T object);

  /// Puts these objects in place of all others. A reader sees all of it or nothing; if one of them
  /// has no key, nothing changes.
  ///
  /// @param resourceVersion the version of the list
  @Override
  void replace(Collection<? extends T> objects, String resourceVersion);

  /// The version of the store: of the last object written, the last list or the last bookmark;
  /// empty before the first.
  ///
  /// In Go: {@index cache.Store.LastStoreSyncResourceVersion}.
  String resourceVersion();
}
