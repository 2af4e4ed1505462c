package dev.drover.client;

import dev.drover.api.KubernetesObject;
import dev.drover.api.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// All options of a list together, for implementations of [Reader].
///
/// ```java
/// public <T extends KubernetesObject> List<T> list(Kind<T> kind, ListOption... which) {
///   ListQuery query = ListQuery.of(which);
///   return objects(kind).filter(query::selects).limit(query.limit()).toList();
/// }
/// ```
public final class ListQuery {
  private final String namespace; // empty = all
  private final Selector labels;
  private final List<ListOption.Indexed> indexes;
  private final long limit;

  private ListQuery(
      String namespace, Selector labels, List<ListOption.Indexed> indexes, long limit) {
    this.namespace = namespace;
    this.labels = labels;
    this.indexes = List.copyOf(indexes);
    this.limit = limit;
  }

  /// The options of a list.
  public static ListQuery of(ListOption... which) {
    String namespace = "";
    Selector labels = Selector.everything();
    List<ListOption.Indexed> indexes = new ArrayList<>();
    long limit = Long.MAX_VALUE;
    for (ListOption option : which) {
      switch (option) {
        case ListOption.InNamespace(var name) -> namespace = name;
        case ListOption.Matching(var more) -> labels = labels.and(more);
        case ListOption.Indexed indexed -> indexes.add(indexed);
        case ListOption.Limit(var number) -> limit = number;
      }
    }
    return new ListQuery(namespace, labels, indexes, limit);
  }

  /// The namespace; empty = all namespaces.
  public Optional<String> namespace() {
    return namespace.isEmpty() ? Optional.empty() : Optional.of(namespace);
  }

  /// What the labels must match.
  public Selector labels() {
    return labels;
  }

  /// The values that indexes must have the objects under, all of them.
  public List<ListOption.Indexed> indexes() {
    return indexes;
  }

  /// The largest number of objects.
  public long limit() {
    return limit;
  }

  /// Whether the object is in the namespace and has the labels; indexes and the limit are up to the
  /// reader.
  public boolean selects(KubernetesObject object) {
    return (namespace.isEmpty() || object.namespace().equals(namespace))
        && (labels.isEverything() || labels.matches(object.metadata().labels()));
  }
}
