package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A [ThreadSafeStore] that finds the keys itself.
final class IndexedStore<T> implements Indexer<T> {
  private final ThreadSafeStore<T> store;
  private final KeyFunction<? super T> keys;

  IndexedStore(ThreadSafeStore<T> store, KeyFunction<? super T> keys) {
    this.store = store;
    this.keys = keys;
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
  public List<T> list() {
    return store.list();
  }

  @Override
  public List<ObjectKey> listKeys() {
    return store.listKeys();
  }

  @Override
  public Optional<T> getByKey(ObjectKey key) {
    return store.get(key);
  }

  @Override
  public ObjectKey keyOf(T object) {
    return KeyException.keyOf(keys, object);
  }

  @Override
  public void replace(Collection<? extends T> objects, String resourceVersion) {
    Map<ObjectKey, T> keyed = HashMap.newHashMap(objects.size());
    objects.forEach(object -> keyed.put(keyOf(object), object));
    store.replace(keyed, resourceVersion);
  }

  @Override
  public void resync() {}

  @Override
  public String resourceVersion() {
    return store.resourceVersion();
  }

  @Override
  public void bookmark(String resourceVersion) {
    store.bookmark(resourceVersion);
  }

  @Override
  public List<T> index(String name, T object) {
    return store.index(name, keyOf(object), object);
  }

  @Override
  public List<ObjectKey> indexKeys(String name, String value) {
    return store.indexKeys(name, value);
  }

  @Override
  public List<T> byIndex(String name, String value) {
    return store.byIndex(name, value);
  }

  @Override
  public Set<String> listIndexFuncValues(String name) {
    return store.listIndexFuncValues(name);
  }

  @Override
  public Map<String, Index<T>> indexers() {
    return store.indexers();
  }

  @Override
  public void addIndexers(List<Index<T>> indexes) {
    store.addIndexers(indexes);
  }
}
