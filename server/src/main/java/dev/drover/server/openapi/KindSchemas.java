package dev.drover.server.openapi;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.KindEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.server.core.Resource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The schemas of kinds with everything that they refer to in place, for type checks of
/// expressions.
///
/// ```java
/// Optional<Map<String, Object>> schema = KindSchemas.of(kind, catalog.snapshot().resources());
/// ```
///
/// In Go: `resolver.PopulateRefs`.
public final class KindSchemas {
  private static final OpenApiVersion DIALECT = OpenApiVersion.V3;

  private final Map<String, Map<String, @Nullable Object>> byName;
  private final Set<String> visited = new HashSet<>(); // from the root to the present schema

  private KindSchemas(Map<String, Map<String, @Nullable Object>> byName) {
    this.byName = byName;
  }

  /// The schema of a kind, built in or custom; empty if there is none.
  ///
  /// @param served resources
  public static Optional<Map<String, @Nullable Object>> of(
      GroupVersionKind kind, Collection<Resource> served) {
    Schemas schemas = new Schemas(DIALECT);
    Optional<KindEntry> builtIn = SchemaTable.builtIn().kind(kind);
    if (builtIn.isPresent()) {
      schemas.addBuiltIn(builtIn.get());
      return SchemaNames.ofKind(kind).map(name -> new KindSchemas(schemas.all()).root(name));
    }
    return served.stream()
        .filter(resource -> resource.isCustom() && resource.gvk().equals(kind))
        .findFirst()
        .map(
            resource -> {
              schemas.addCustom(resource);
              return new KindSchemas(schemas.all()).root(SchemaNames.of(resource));
            });
  }

  private Map<String, @Nullable Object> root(String name) {
    return populated(DIALECT.reference(name));
  }

  private Map<String, @Nullable Object> populated(Map<?, ?> schema) {
    Optional<String> referred = DIALECT.referred(schema);
    if (referred.isEmpty()) {
      return inner(schema);
    }
    String name = referred.get();
    if (!visited.add(name)) {
      return object(); // a circle ends here
    }
    try {
      return inner(byName.getOrDefault(name, object()));
    } finally {
      visited.remove(name);
    }
  }

  private static Map<String, @Nullable Object> object() {
    return new LinkedHashMap<>(Map.of("type", "object"));
  }

  private Map<String, @Nullable Object> inner(Map<?, ?> schema) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    schema.forEach((name, value) -> copy.put((String) name, value));
    if (schema.get("properties") instanceof Map<?, ?> properties) {
      Map<String, @Nullable Object> all = new LinkedHashMap<>();
      properties.forEach((name, property) -> all.put((String) name, child(property)));
      copy.put("properties", all);
    }
    for (String name : new String[] {"additionalProperties", "items"}) {
      if (schema.get(name) instanceof Map<?, ?> child) {
        copy.put(name, child(child));
      }
    }
    if ("int-or-string".equals(schema.get("format"))) {
      copy.put("x-kubernetes-int-or-string", true); // definitions of custom resources say it so
    }
    return copy;
  }

  private @Nullable Object child(@Nullable Object schema) {
    return schema instanceof Map<?, ?> map ? populated(map) : schema;
  }
}
