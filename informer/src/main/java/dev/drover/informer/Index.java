package dev.drover.informer;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Finds objects by values other than their key.
///
/// ```java
/// static final Index<Pod> BY_NODE = Index.of("node", pod -> pod.spec().nodeName());
/// informer.addIndexers(BY_NODE);
/// List<Pod> pods = informer.indexer().byIndex(BY_NODE, "n1");
/// ```
///
/// In Go: {@index cache.IndexFunc}, {@index cache.Indexers}.
///
/// @param name unique within a store
/// @param values which values an object is found by, none included; a pure function
/// @param <T> the type of the objects
public record Index<T>(String name, Function<? super T, ? extends Collection<String>> values) {
  /// The index by namespace that informers of namespaced kinds have from the start.
  ///
  /// In Go: {@index cache.NamespaceIndex}.
  public static final String NAMESPACE = "namespace";

  static final String FIELD = "field:";

  /// Checks the name.
  public Index {
    Objects.requireNonNull(values, "values");
    if (name.isBlank()) {
      throw new IllegalArgumentException("an index needs a name");
    }
  }

  /// A value of this index, for [CacheReader#byIndexes(IndexMatch...)].
  public IndexMatch equalTo(String value) {
    return new IndexMatch(name, value);
  }

  /// An index with at most one value for each object; null and empty are none.
  public static <T> Index<T> of(
      String name, Function<? super T, ? extends @Nullable String> value) {
    return new Index<>(
        name,
        object -> {
          String found = value.apply(object);
          return found == null || found.isEmpty() ? List.of() : List.of(found);
        });
  }

  /// An index with any number of values for each object.
  public static <T> Index<T> ofMany(
      String name, Function<? super T, ? extends Collection<String>> values) {
    return new Index<>(name, values);
  }

  /// An index by which field selectors are answered from a cache.
  ///
  /// In Go: {@index client.FieldIndexer.IndexField}.
  ///
  /// @param field its path, such as `spec.nodeName`
  /// @param value of the field; null and empty are none
  public static <T> Index<T> ofField(
      String field, Function<? super T, ? extends @Nullable String> value) {
    return of(FIELD + field, value);
  }
}
