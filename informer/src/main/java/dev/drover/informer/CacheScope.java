package dev.drover.informer;

import dev.drover.api.FieldSelector;
import dev.drover.api.Kind;
import dev.drover.api.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The objects of one list and watch of a cache: see [CacheOptions#scopes].
///
/// @param namespace of the objects; empty = all namespaces
/// @param except namespaces that are left out, if it is all
/// @param labels which labels objects must have
/// @param fields which fields objects must have; leaves out the namespaces that are excepted
public record CacheScope(
    String namespace, Set<String> except, Selector labels, FieldSelector fields) {
  /// Copies the set.
  ///
  /// @throws IllegalArgumentException if no object can match the labels
  public CacheScope {
    except = Set.copyOf(except);
    if (labels.isNothing()) {
      throw new IllegalArgumentException(
          "a cache of nothing: the label selector matches no object");
    }
  }

  static List<CacheScope> of(
      Map<String, NamespaceOptions> named,
      Optional<NamespaceOptions> others,
      Selector labels,
      FieldSelector fields) {
    List<CacheScope> scopes = new ArrayList<>();
    named.forEach(
        (name, how) ->
            scopes.add(
                new CacheScope(
                    name, Set.of(), how.labels().orElse(labels), how.fields().orElse(fields))));
    if (named.isEmpty() || others.isPresent()) {
      NamespaceOptions how = others.orElse(NamespaceOptions.defaults());
      FieldSelector outside = how.fields().orElse(fields);
      for (String name : named.keySet()) {
        outside = outside.and(FieldSelector.fieldIsNot("metadata.namespace", name));
      }
      scopes.add(new CacheScope("", named.keySet(), how.labels().orElse(labels), outside));
    }
    return List.copyOf(scopes);
  }

  /// Whether objects of this namespace are in this scope, as far as the selectors match them; the
  /// namespace of cluster-scoped objects is empty.
  public boolean covers(String name) {
    return namespace.isEmpty() ? !except.contains(name) : namespace.equals(name);
  }

  /// Requires that objects of a namespace can be in a cache.
  ///
  /// @throws IllegalArgumentException if they cannot
  static void requireCovered(Kind<?> kind, CacheOptions<?> options, String namespace) {
    boolean fits = kind.isNamespaced() != namespace.isEmpty();
    if (fits && options.coversNamespace(namespace)) {
      return; // the usual case must be cheap: this runs for each read
    }
    String name = CacheName.of(kind, options);
    if (!fits) {
      throw new IllegalArgumentException(
          namespace.isEmpty()
              ? name + " live in namespaces: say in which one"
              : name + " have no namespaces, got '" + namespace + "'");
    }
    throw new IllegalArgumentException(
        ("the cache of %s does not have namespace '%s': name it in CacheOptions.namespaces or"
                + " cover the rest by CacheOptions.otherNamespaces")
            .formatted(name, namespace));
  }
}
