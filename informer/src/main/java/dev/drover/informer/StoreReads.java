package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads of a [ThreadSafeStore], for those who differ in what they let others write.
abstract sealed class StoreReads<T> implements Indexer<T> permits CacheView, IndexedStore {
  final ThreadSafeStore<T> store;

  StoreReads(ThreadSafeStore<T> store) {
    this.store = store;
  }

  @Override
  public final List<T> list() {
    return store.list();
  }

  @Override
  public final List<ObjectKey> listKeys() {
    return store.listKeys();
  }

  @Override
  public final Optional<T> getByKey(ObjectKey key) {
    return store.get(key);
  }

  /// There is nothing to hand out again.
  @Override
  public final void resync() {}

  @Override
  public final String resourceVersion() {
    return store.resourceVersion();
  }

  @Override
  public final List<T> index(String name, T object) {
    return store.index(name, keyOf(object), object);
  }

  @Override
  public final List<ObjectKey> indexKeys(String name, String value) {
    return store.indexKeys(name, value);
  }

  @Override
  public final List<T> byIndex(String name, String value) {
    return store.byIndex(name, value);
  }

  @Override
  public final Set<String> listIndexFuncValues(String name) {
    return store.listIndexFuncValues(name);
  }

  @Override
  public final Map<String, Index<T>> indexers() {
    return store.indexers();
  }
}
