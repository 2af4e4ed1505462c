package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Keeps objects by their keys.
///
/// A [Reflector] writes into any store; an [Indexer] is a store that can also be asked by other
/// values than the key; a [Queue] is a store that hands its content out again. Safe for any number
/// of threads.
///
/// In Go: {@index cache.Store}.
///
/// @param <T> the type of the objects
public interface Store<T> extends KeyListerGetter<T> {
  /// Puts an object in, in place of the one with its key.
  ///
  /// @throws KeyException when the object has no key
  void add(T object);

  /// The same as [#add]: what is there is replaced, what is not is added.
  void update(T object);

  /// Takes the object with the key of this one out; nothing when there is none.
  void delete(T object);

  /// All objects, as of one moment. Costs nothing: the objects are shared, and the list stays as it
  /// is whatever happens to the store.
  List<T> list();

  /// The stored object with the key of this one.
  default Optional<T> get(T object) {
    return getByKey(keyOf(object));
  }

  /// The key that this store keeps the object by.
  ///
  /// @throws KeyException when the object has no key
  ObjectKey keyOf(T object);

  /// Puts these objects in place of all others. A reader sees all of it or nothing; when one of
  /// them has no key, nothing changes.
  ///
  /// @param resourceVersion the version of the list
  void replace(Collection<? extends T> objects, String resourceVersion);

  /// Looks at all objects again, where that means something: plain stores do nothing, queues hand
  /// them out again.
  void resync();

  /// The version that the store is at: of the last object written, the last list or the last
  /// bookmark; empty before the first.
  ///
  /// In Go: {@index cache.Store.LastStoreSyncResourceVersion}.
  String resourceVersion();

  /// Notes that nothing else happened up to this version.
  void bookmark(String resourceVersion);
}
