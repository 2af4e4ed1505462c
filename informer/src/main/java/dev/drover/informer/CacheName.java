package dev.drover.informer;

import dev.drover.api.DynamicObject;
import dev.drover.api.Kind;
import dev.drover.api.PartialObject;
import java.util.Set;

/// What a cache is called in messages: `deployments.apps in shop with app=web`.
final class CacheName {
  private CacheName() {}

  static String of(Kind<?> kind, CacheOptions<?> options) {
    return kindName(kind)
        + part(" in ", String.join(", ", options.namespaces()))
        + part(" with ", options.labels().toString())
        + part(" where ", options.fields().toString())
        + withoutFields(options.skippedFields());
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
