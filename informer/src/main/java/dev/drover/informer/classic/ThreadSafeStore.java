package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import dev.drover.client.TimeSource;
import dev.drover.informer.Index;
import dev.drover.informer.IndexMatch;
import dev.drover.informer.store.SnapshotEdit;
import dev.drover.informer.store.SnapshotStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Keeps objects by key, with indexes, for any number of threads. The caller gives the keys.
///
/// ```java
/// var store = new ThreadSafeStore<Pod>(List.of(BY_NODE));
/// store.put(pod.key(), pod);
/// List<Pod> onNode = store.byIndex("node", "n1");
/// ```
///
/// Readers never wait: each read looks at one immutable snapshot and sees a whole write or nothing
/// of it. Lists and sets that this returns are views of one moment; they cost nothing and do not
/// change. Objects are shared, so they must be immutable, as all of Drover's are.
///
/// Index functions run outside any lock. If two writers conflict, they may run more than once for
/// one write.
///
/// In Go: {@index cache.ThreadSafeStore}, {@index cache.NewThreadSafeStore}.
///
/// @param <T> the type of the objects
public final class ThreadSafeStore<T> {
  private final SnapshotStore<T> store;

  /// An empty store.
  public ThreadSafeStore(List<Index<T>> indexes) {
    this(indexes, TimeSource.system());
  }

  /// An empty store.
  ///
  /// @param time for [#awaitVersion]
  public ThreadSafeStore(List<Index<T>> indexes, TimeSource time) {
    store = new SnapshotStore<>(indexes, time);
  }

  /// Puts an object in, in place of the one with this key.
  ///
  /// @throws dev.drover.informer.IndexException when an index function fails; nothing changes then
  public void put(ObjectKey key, T object) {
    store.put(key, object);
  }

  /// Removes an object; does nothing if there is none.
  public void delete(ObjectKey key) {
    store.delete(key);
  }

  /// Removes an object; the store is then at the version of its last state.
  ///
  /// In Go: {@index cache.ThreadSafeStore.DeleteWithObject}.
  public void delete(ObjectKey key, T lastState) {
    store.delete(key, lastState);
  }

  /// Many writes as one: a reader sees all of them or none, and when one fails none is done.
  ///
  /// ```java
  /// store.transact(writes -> {
  ///   writes.put(key, pod);
  ///   writes.delete(other);
  /// });
  /// ```
  ///
  /// In Go: {@index cache.ThreadSafeStoreTransaction}.
  ///
  /// @param writes says what to write; called once, before anything is written
  public void transact(Consumer<? super Transaction<T>> writes) {
    List<Consumer<SnapshotEdit<T>>> planned = new ArrayList<>();
    writes.accept(
        new Transaction<T>() {
          @Override
          public void put(ObjectKey key, T object) {
            planned.add(edit -> edit.put(key, object));
          }

          @Override
          public void delete(ObjectKey key) {
            planned.add(edit -> edit.remove(key));
          }
        });
    store.edit(edit -> planned.forEach(write -> write.accept(edit)));
  }

  /// The writes of one step.
  ///
  /// @param <T> the type of the objects
  public interface Transaction<T> {
    /// Puts an object in, in place of the one with this key.
    void put(ObjectKey key, T object);

    /// Removes an object; does nothing if there is none.
    void delete(ObjectKey key);
  }

  /// The object with this key.
  public Optional<T> get(ObjectKey key) {
    return store.get(key);
  }

  /// All objects, in no order.
  public List<T> list() {
    return store.list();
  }

  /// The keys of all objects, in no order.
  public List<ObjectKey> listKeys() {
    return store.listKeys();
  }

  /// Puts these objects in place of all others.
  ///
  /// @param resourceVersion the version of the list, which the store then has
  /// @throws dev.drover.informer.IndexException when an index function fails; nothing changes then
  public void replace(Map<ObjectKey, ? extends T> objects, String resourceVersion) {
    store.replace(objects, resourceVersion);
  }

  /// The objects that share any value of the index with this one, each once.
  ///
  /// @throws IllegalArgumentException when there is no such index
  public List<T> index(String name, ObjectKey key, T object) {
    return store.index(name, key, object);
  }

  /// The keys of the objects with this value, sorted.
  ///
  /// @throws IllegalArgumentException when there is no such index
  public List<ObjectKey> indexKeys(String name, String value) {
    return store.indexKeys(name, value);
  }

  /// The objects with this value.
  ///
  /// @throws IllegalArgumentException when there is no such index
  public List<T> byIndex(String name, String value) {
    return store.byIndex(name, value);
  }

  /// The objects that have all of these values.
  ///
  /// @throws IllegalArgumentException if there is no such index
  public List<T> byIndexes(List<IndexMatch> matches) {
    return store.byIndexes(matches);
  }

  /// All values of the index that any object has; none for an unknown index.
  public Set<String> listIndexFuncValues(String name) {
    return store.listIndexFuncValues(name);
  }

  /// The indexes by name.
  public Map<String, Index<T>> indexers() {
    return store.indexers();
  }

  /// Adds indexes; objects that are there are found by them at once.
  ///
  /// @throws IllegalArgumentException when one of the names is taken; none is added then
  /// @throws dev.drover.informer.IndexException when an index function fails; none is added then
  public void addIndexers(List<Index<T>> indexes) {
    store.addIndexers(indexes);
  }

  /// The version of the store: of the last object written (not the greatest), the last list or the
  /// last bookmark; empty before the first.
  public String resourceVersion() {
    return store.resourceVersion();
  }

  /// Notes that nothing else happened up to this version.
  public void bookmark(String resourceVersion) {
    store.bookmark(resourceVersion);
  }

  /// Waits until the store is at this version or a later one: then it has seen the write that gave
  /// an object this version.
  ///
  /// @return false when that did not come in time
  /// @throws IllegalArgumentException when no object can have this version
  public boolean awaitVersion(String version, Duration limit) throws InterruptedException {
    return store.awaitVersion(version, limit);
  }
}
