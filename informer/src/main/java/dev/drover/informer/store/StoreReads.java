package dev.drover.informer.store;

import dev.drover.api.ObjectKey;
import dev.drover.informer.CacheReader;
import dev.drover.informer.Index;
import dev.drover.informer.IndexMatch;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The reads of a [CacheReader], each from one snapshot.
public abstract class StoreReads<T> implements CacheReader<T> {
  /// The state to read from.
  public abstract Snapshot<T> current();

  /// The key of an object.
  public abstract ObjectKey keyOf(T object);

  @Override
  public final List<T> list() {
    return current().list();
  }

  @Override
  public final List<ObjectKey> listKeys() {
    return current().listKeys();
  }

  @Override
  public final Optional<T> getByKey(ObjectKey key) {
    return current().get(key);
  }

  @Override
  public final String resourceVersion() {
    return current().resourceVersion();
  }

  @Override
  public final List<T> index(String name, T object) {
    return current().index(name, keyOf(object), object);
  }

  @Override
  public final List<ObjectKey> indexKeys(String name, String value) {
    return current().indexKeys(name, value);
  }

  @Override
  public final List<T> byIndex(String name, String value) {
    return current().byIndex(name, value);
  }

  @Override
  public final List<T> byIndexes(List<IndexMatch> matches) {
    return current().byIndexes(matches);
  }

  @Override
  public final Set<String> listIndexFuncValues(String name) {
    return current().listIndexFuncValues(name);
  }

  @Override
  public final Map<String, Index<T>> indexers() {
    return current().indexers();
  }

  @Override
  public final CacheReader<T> snapshot() {
    return new SnapshotReader<>(current(), this::keyOf);
  }
}
