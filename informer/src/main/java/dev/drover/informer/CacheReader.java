package dev.drover.informer;

import dev.drover.api.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads objects that are kept by key and by index.
///
/// ```java
/// CacheReader<Pod> pods = informer.indexer();
/// List<Pod> onNode = pods.byIndex(BY_NODE, "n1");
/// List<Pod> webOnNode = pods.byIndexes(BY_NODE.equalTo("n1"), BY_APP.equalTo("web"));
/// ```
///
/// Each method reads one state of the store; two calls may read two states. [#snapshot] gives a
/// reader of one state for several calls. Reads never wait and never call the server. An unknown
/// index is an [IllegalArgumentException] that names the existing ones. Safe for any number of
/// threads.
///
/// @param <T> the type of the objects
public interface CacheReader<T> extends KeyListerGetter<T> {
  /// All objects, in no order. Objects are shared, and the list does not change afterwards.
  List<T> list();

  /// The version that this state has reached: every change up to it is part of what is read here.
  /// Empty before the first list.
  ///
  /// In Go: {@index cache.Store.LastStoreSyncResourceVersion}.
  String resourceVersion();

  /// The objects that share any value of the index with this one, each once.
  ///
  /// @throws IndexException if the index function fails for this one
  List<T> index(String name, T object);

  /// The keys of the objects with this value, sorted.
  List<ObjectKey> indexKeys(String name, String value);

  /// The objects with this value.
  List<T> byIndex(String name, String value);

  /// The objects with this value.
  default List<T> byIndex(Index<T> index, String value) {
    return byIndex(index.name(), value);
  }

  /// The objects that have all of these values, found by the intersection of the indexes; all
  /// objects if none is given.
  List<T> byIndexes(List<IndexMatch> matches);

  /// The objects that have all of these values, found by the intersection of the indexes.
  default List<T> byIndexes(IndexMatch... matches) {
    return byIndexes(List.of(matches));
  }

  /// All values of the index that any object has; none for an unknown index.
  Set<String> listIndexFuncValues(String name);

  /// The indexes by name.
  ///
  /// In Go: {@index cache.Indexer.GetIndexers}.
  Map<String, Index<T>> indexers();

  /// A reader of the present state: objects, indexes and version agree with each other and never
  /// change. Costs nothing, but keeps the objects of that state in memory as long as it is used.
  CacheReader<T> snapshot();
}
