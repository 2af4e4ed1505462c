package dev.drover.informer.classic;

import dev.drover.informer.CacheReader;
import dev.drover.informer.Index;
import dev.drover.informer.store.SnapshotStore;
import java.util.List;

/// A [Store] with indexes.
///
/// ```java
/// Indexer<Pod> pods = Indexer.create(KeyFunction.namespaceAndName());
/// pods.addIndexers(Index.of("byNode", pod -> pod.spec().nodeName()));
/// pods.byIndex("byNode", "node-1");
/// ```
///
/// In Go: {@index cache.Indexer}.
///
/// @param <T> the type of the objects
public interface Indexer<T> extends Store<T>, CacheReader<T> {
  /// An empty indexer.
  ///
  /// In Go: {@index cache.NewIndexer}, {@index cache.NewStore}.
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  static <T> Indexer<T> create(KeyFunction<? super T> keys, Index<T>... indexes) {
    return new IndexedStore<>(new SnapshotStore<>(List.of(indexes)), keys);
  }

  /// Adds indexes; objects that are there are found by them at once.
  ///
  /// @throws IllegalArgumentException when one of the names is taken; none is added then
  void addIndexers(List<Index<T>> indexes);

  /// Adds indexes; objects that are there are found by them at once.
  @SuppressWarnings("unchecked")
  default void addIndexers(Index<T>... indexes) {
    addIndexers(List.of(indexes));
  }
}
