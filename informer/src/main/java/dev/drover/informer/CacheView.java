package dev.drover.informer;

import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// An informer's copy as others see it: for reading.
final class CacheView<T extends KubernetesObject> implements Indexer<T> {
  private final ThreadSafeStore<T> store;
  private final Consumer<List<Index<T>>> addIndexers;

  CacheView(ThreadSafeStore<T> store, Consumer<List<Index<T>>> addIndexers) {
    this.store = store;
    this.addIndexers = addIndexers;
  }

  private static UnsupportedOperationException refusal() {
    return new UnsupportedOperationException(
        "an informer's copy is for reading: write to the server, and the copy will follow");
  }

  @Override
  public void add(T object) {
    throw refusal();
  }

  @Override
  public void update(T object) {
    throw refusal();
  }

  @Override
  public void delete(T object) {
    throw refusal();
  }

  @Override
  public void replace(Collection<? extends T> objects, String resourceVersion) {
    throw refusal();
  }

  @Override
  public void bookmark(String resourceVersion) {
    throw refusal();
  }

  @Override
  public void resync() {}

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
    return object.key();
  }

  @Override
  public String resourceVersion() {
    return store.resourceVersion();
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
    addIndexers.accept(indexes);
  }
}
