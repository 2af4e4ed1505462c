package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Selector;
import dev.drover.informer.CacheOptions;
import dev.drover.informer.Index;
import dev.drover.informer.Indexer;
import dev.drover.informer.SharedIndexInformer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One kind of a [Cache]: what the informer has, and over it what this program wrote since.
final class CachedKind<T extends KubernetesObject> {
  private final Kind<T> kind;
  private final CacheOptions<T> options;
  private final SharedIndexInformer<T> informer;
  private final OwnWrites<T> writes;

  CachedKind(Kind<T> kind, CacheOptions<T> options, SharedIndexInformer<T> informer) {
    this.kind = kind;
    this.options = options;
    this.informer = informer;
    Indexer<T> store = informer.indexer();
    this.writes = new OwnWrites<>(store::getByKey, store::resourceVersion);
  }

  Kind<T> kind() {
    return kind;
  }

  SharedIndexInformer<T> informer() {
    return informer;
  }

  OwnWrites<T> writes() {
    return writes;
  }

  boolean isOf(CacheOptions<T> others) {
    return options.equals(others);
  }

  Optional<T> find(ObjectKey key) {
    return writes.find(key);
  }

  List<T> list(List<ListOption> which) {
    Query query = Query.of(which);
    Indexer<T> store = informer.indexer();
    List<OwnWrites.Unseen<T>> unseen = writes.unseen();
    List<T> candidates = candidates(store, query);
    List<T> found = unseen.isEmpty() ? candidates : overlaid(candidates, unseen);
    return found.stream().filter(matches(query)).limit(query.limit).toList();
  }

  /// What the best index has; the rest is filtered.
  private static <T> List<T> candidates(Indexer<T> store, Query query) {
    if (query.index != null) {
      return store.byIndex(query.index.index(), query.index.value());
    }
    return query.namespace == null ? store.list() : store.byIndex(Index.NAMESPACE, query.namespace);
  }

  private static <T extends KubernetesObject> List<T> overlaid(
      List<T> cached, List<OwnWrites.Unseen<T>> unseen) {
    Map<ObjectKey, T> byKey = new LinkedHashMap<>();
    cached.forEach(object -> byKey.put(object.key(), object));
    unseen.forEach(write -> write.overlay(byKey));
    return List.copyOf(byKey.values());
  }

  private Predicate<T> matches(Query query) {
    return object ->
        (query.namespace == null || object.namespace().equals(query.namespace))
            && (query.labels.isEverything() || query.labels.matches(object.metadata().labels()))
            && (query.index == null || hasValue(object, query.index));
  }

  private boolean hasValue(T object, ListOption.Indexed wanted) {
    Index<T> index = informer.indexer().indexers().get(wanted.index());
    return index != null && index.values().apply(object).contains(wanted.value());
  }

  /// All options together.
  ///
  /// @param namespace null = all
  /// @param index null = none
  private record Query(
      @Nullable String namespace, Selector labels, ListOption.@Nullable Indexed index, long limit) {
    static Query of(List<ListOption> which) {
      Query query = new Query(null, Selector.everything(), null, Long.MAX_VALUE);
      for (ListOption option : which) {
        query = query.with(option);
      }
      return query;
    }

    private Query with(ListOption option) {
      return switch (option) {
        case ListOption.InNamespace(var name) -> new Query(name, labels, index, limit);
        case ListOption.Matching(var more) -> new Query(namespace, labels.and(more), index, limit);
        case ListOption.Indexed other -> new Query(namespace, labels, only(other), limit);
        case ListOption.Limit(var number) -> new Query(namespace, labels, index, number);
      };
    }

    private ListOption.Indexed only(ListOption.Indexed other) {
      if (index != null) {
        throw new IllegalArgumentException(
            "a list can be asked for by one index, got " + index + " and " + other);
      }
      return other;
    }
  }
}
