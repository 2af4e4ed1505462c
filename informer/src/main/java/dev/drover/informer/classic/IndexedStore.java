package dev.drover.informer.classic;

import dev.drover.api.ObjectKey;
import dev.drover.informer.Index;
import dev.drover.informer.store.Keys;
import dev.drover.informer.store.Snapshot;
import dev.drover.informer.store.SnapshotStore;
import dev.drover.informer.store.StoreReads;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A [SnapshotStore] that finds the keys itself.
final class IndexedStore<T> extends StoreReads<T> implements Indexer<T> {
  private final SnapshotStore<T> store;
  private final KeyFunction<? super T> keys;

  IndexedStore(SnapshotStore<T> store, KeyFunction<? super T> keys) {
    this.store = store;
    this.keys = keys;
  }

  @Override
  public Snapshot<T> current() {
    return store.snapshot();
  }

  @Override
  public void add(T object) {
    store.put(keyOf(object), object);
  }

  @Override
  public void update(T object) {
    store.put(keyOf(object), object);
  }

  @Override
  public void delete(T object) {
    store.delete(keyOf(object), object);
  }

  @Override
  public ObjectKey keyOf(T object) {
    return Keys.of(keys, object);
  }

  @Override
  public void replace(Collection<? extends T> objects, String resourceVersion) {
    Map<ObjectKey, T> keyed = HashMap.newHashMap(objects.size());
    objects.forEach(object -> keyed.put(keyOf(object), object));
    store.replace(keyed, resourceVersion);
  }

  @Override
  public void bookmark(String resourceVersion) {
    store.bookmark(resourceVersion);
  }

  /// Does nothing: a plain store hands nothing out.
  @Override
  public void resync() {}

  @Override
  public void addIndexers(List<Index<T>> indexes) {
    store.addIndexers(indexes);
  }
}
