package dev.drover.informer;

import static java.util.stream.Collectors.joining;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.PartialObject;
import java.util.Set;

/// The name of a cache in messages: `deployments.apps in shop with app=web`.
final class CacheName {
  private CacheName() {}

  static String of(Kind<?> kind, CacheOptions<?> options) {
    return kindName(kind) + scopes(options) + withoutFields(options.skippedFields());
  }

  private static String scopes(CacheOptions<?> options) {
    CacheScope first = options.scopes().getFirst();
    boolean alike =
        options.scopes().stream()
            .allMatch(s -> s.labels().equals(first.labels()) && s.fields().equals(first.fields()));
    return alike
        ? part(" in ", String.join(", ", options.namespaces())) + selectors(first)
        : " " + options.scopes().stream().map(CacheName::scope).collect(joining(" and "));
  }

  private static String scope(CacheScope scope) {
    return "in "
        + (scope.namespace().isEmpty() ? "all namespaces" : scope.namespace())
        + selectors(scope);
  }

  private static String selectors(CacheScope scope) {
    return part(" with ", scope.labels().toString()) + part(" where ", scope.fields().toString());
  }

  private static String kindName(Kind<?> kind) {
    String name = kind.resource().groupResource().toString();
    if (kind.type() == PartialObject.class) {
      return "metadata of " + name;
    }
    return kind.type() == DynamicObject.class ? "dynamic " + name : name;
  }

  private static String part(String before, String text) {
    return text.isEmpty() ? "" : before + text;
  }

  private static String withoutFields(Set<String> paths) {
    return part(" without ", String.join(", ", paths));
  }
}
