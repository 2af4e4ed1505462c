package dev.drover.informer;

import dev.drover.api.FieldSelector;
import dev.drover.api.KubernetesObject;
import dev.drover.api.ObjectKey;
import dev.drover.api.Selector;
import dev.drover.informer.store.IndexValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads objects from an informer's copy, by name and by label.
///
/// ```java
/// Optional<Pod> pod = pods.get("shop", "web-1");
/// List<Pod> web = pods.inNamespace("shop").list(labelIs("app", "web"));
/// ```
///
/// Answers at once and never asks the server: what it says is the past, though usually a recent
/// one. Objects are shared and cannot be changed. A list is of one moment.
///
/// In Go: {@index listers.ResourceIndexer}, {@index cache.GenericLister}, {@index
/// cache.GenericNamespaceLister}.
///
/// @param <T> the type of the objects
public final class Lister<T extends KubernetesObject> {
  private final Origin<T> origin;
  private final String namespace; // empty = all

  /// Where objects come from.
  interface Origin<T> {
    /// The objects.
    ///
    /// @throws IllegalStateException if the informer was not started
    CacheReader<T> objects();

    /// Checks that the objects of this namespace are among them.
    ///
    /// @throws IllegalArgumentException when they are not
    void requireNamespace(String name);
  }

  Lister(Origin<T> origin, String namespace) {
    this.origin = origin;
    this.namespace = namespace;
  }

  /// A lister of the objects of one namespace.
  ///
  /// @throws IllegalArgumentException when the informer has other namespaces only, or its objects
  ///   have none
  public Lister<T> inNamespace(String name) {
    origin.requireNamespace(name);
    return new Lister<>(origin, name);
  }

  /// The object of this name, in the lister's namespace or of cluster scope.
  ///
  /// @throws IllegalStateException when the informer was not started
  public Optional<T> get(String name) {
    return get(ObjectKey.of(namespace, name));
  }

  /// The object of this namespace and name.
  ///
  /// @throws IllegalStateException when the informer was not started
  /// @throws IllegalArgumentException when the informer has other namespaces only
  public Optional<T> get(String space, String name) {
    return get(ObjectKey.of(space, name));
  }

  /// The object with this key.
  ///
  /// @throws IllegalStateException when the informer was not started
  /// @throws IllegalArgumentException when the informer has other namespaces only
  public Optional<T> get(ObjectKey key) {
    origin.requireNamespace(key.namespace());
    return origin.objects().getByKey(key);
  }

  /// All objects.
  ///
  /// @throws IllegalStateException when the informer was not started
  public List<T> list() {
    CacheReader<T> objects = origin.objects();
    return namespace.isEmpty() ? objects.list() : objects.byIndex(Index.NAMESPACE, namespace);
  }

  /// The objects with these labels.
  ///
  /// @throws IllegalStateException when the informer was not started
  public List<T> list(Selector labels) {
    List<T> all = list();
    return labels.isEverything()
        ? all
        : all.stream().filter(object -> labels.matches(object.metadata().labels())).toList();
  }

  /// The objects with these labels and fields.
  ///
  /// Fields are found by the indexes that were made for them, [Index#ofField]; `metadata.name` and
  /// `metadata.namespace` need none.
  ///
  /// @throws IllegalStateException when the informer was not started
  /// @throws IllegalArgumentException when there is no index for a field
  public List<T> list(Selector labels, FieldSelector fields) {
    if (fields.isEverything()) {
      return list(labels);
    }
    CacheReader<T> objects = origin.objects();
    Map<String, Index<T>> indexes = objects.indexers();
    fields.terms().forEach(term -> requireIndex(indexes, term.field()));
    return candidates(objects, indexes, fields).stream()
        .filter(object -> namespace.isEmpty() || object.namespace().equals(namespace))
        .filter(object -> labels.matches(object.metadata().labels()))
        .filter(object -> fields.terms().stream().allMatch(t -> matches(indexes, t, object)))
        .toList();
  }

  private static <T> void requireIndex(Map<String, Index<T>> indexes, String field) {
    if (!isOfEveryObject(field) && !indexes.containsKey(Index.FIELD + field)) {
      throw new IllegalArgumentException(
          ("there is no index for field '%1$s': add one with addIndexers(Index.ofField(\"%1$s\","
                  + " object -> ...))")
              .formatted(field));
    }
  }

  private static boolean isOfEveryObject(String field) {
    return field.equals("metadata.name") || field.equals("metadata.namespace");
  }

  /// The objects that the indexes leave.
  private List<T> candidates(
      CacheReader<T> objects, Map<String, Index<T>> indexes, FieldSelector fields) {
    List<IndexMatch> matches = new ArrayList<>();
    for (FieldSelector.Term term : fields.terms()) {
      if (term.equal() && indexes.containsKey(Index.FIELD + term.field())) {
        matches.add(new IndexMatch(Index.FIELD + term.field(), term.value()));
      }
    }
    if (!namespace.isEmpty()) {
      matches.add(new IndexMatch(Index.NAMESPACE, namespace));
    }
    return objects.byIndexes(matches);
  }

  private static <T extends KubernetesObject> boolean matches(
      Map<String, Index<T>> indexes, FieldSelector.Term term, T object) {
    return switch (term.field()) {
      case "metadata.name" -> object.name().equals(term.value()) == term.equal();
      case "metadata.namespace" -> object.namespace().equals(term.value()) == term.equal();
      default -> {
        Index<T> index = indexes.get(Index.FIELD + term.field());
        yield index != null && valuesOf(index, object).contains(term.value()) == term.equal();
      }
    };
  }

  /// None where the function fails, as in the index itself; the failure was reported when the
  /// object was stored.
  private static <T extends KubernetesObject> List<String> valuesOf(Index<T> index, T object) {
    try {
      return IndexValues.of(index, object.key(), object);
    } catch (IndexException e) {
      return List.of();
    }
  }
}
