package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A store that can be asked by the values of its indexes.
///
/// An unknown index is an [IllegalArgumentException] that names those that there are.
///
/// In Go: {@index cache.Indexer}.
///
/// @param <T> the type of the objects
public interface Indexer<T> extends Store<T> {
  /// An empty indexer.
  ///
  /// In Go: {@index cache.NewIndexer}, {@index cache.NewStore}.
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  static <T> Indexer<T> create(KeyFunction<? super T> keys, Index<T>... indexes) {
    return new IndexedStore<>(new ThreadSafeStore<>(List.of(indexes)), keys);
  }

  /// The objects that share any value of the index with this one, each once.
  ///
  /// @throws IndexException when the index function fails for this one
  List<T> index(String name, T object);

  /// The keys of the objects with this value, sorted.
  List<ObjectKey> indexKeys(String name, String value);

  /// The objects with this value.
  List<T> byIndex(String name, String value);

  /// The objects with this value.
  default List<T> byIndex(Index<T> index, String value) {
    return byIndex(index.name(), value);
  }

  /// All values of the index that any object has; none for an unknown index.
  Set<String> listIndexFuncValues(String name);

  /// The indexes by name.
  ///
  /// In Go: {@index cache.Indexer.GetIndexers}.
  Map<String, Index<T>> indexers();

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
