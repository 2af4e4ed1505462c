package dev.drover.crd;

import dev.drover.api.GroupVersionKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the schemas of an OpenAPI v3 document: follows references, up to where a type contains
/// itself.
final class OpenApiSchemas {
  private static final String KINDS = "x-kubernetes-group-version-kind";
  private static final String PREFIX = "#/components/schemas/";
  private static final Map<String, Object> ANYTHING =
      Map.of("x-kubernetes-preserve-unknown-fields", true);

  private final Map<?, ?> schemas;
  private final Set<String> open = new HashSet<>();

  private OpenApiSchemas(Map<?, ?> schemas) {
    this.schemas = schemas;
  }

  /// A kind of the document.
  ///
  /// @param version as an entry of a definition
  record Found(boolean isNamespaced, Map<String, @Nullable Object> version) {}

  static Map<GroupVersionKind, Found> of(Map<String, ? extends @Nullable Object> document) {
    Map<?, ?> schemas = map(map(document.get("components")).get("schemas"));
    Map<?, ?> paths = map(document.get("paths"));
    OpenApiSchemas reader = new OpenApiSchemas(schemas);
    Map<GroupVersionKind, Found> found = new LinkedHashMap<>();
    schemas.forEach(
        (name, schema) -> {
          for (GroupVersionKind kind : kinds(map(schema))) {
            if (map(map(schema).get("properties")).containsKey("metadata")
                && !kind.kind().endsWith("List")) {
              found.put(kind, reader.found(kind, String.valueOf(name), paths));
            }
          }
        });
    return found;
  }

  private static List<GroupVersionKind> kinds(Map<?, ?> schema) {
    List<GroupVersionKind> kinds = new ArrayList<>();
    if (schema.get(KINDS) instanceof List<?> list) {
      for (Object item : list) {
        Map<?, ?> kind = map(item);
        kinds.add(
            new GroupVersionKind(
                String.valueOf(kind.get("group")),
                String.valueOf(kind.get("version")),
                String.valueOf(kind.get("kind"))));
      }
    }
    return kinds;
  }

  private Found found(GroupVersionKind kind, String name, Map<?, ?> paths) {
    boolean isNamespaced = false;
    boolean isServed = false;
    boolean hasStatus = false;
    for (Map.Entry<?, ?> path : paths.entrySet()) {
      for (String verb : List.of("post", "put")) {
        if (kinds(Map.of(KINDS, List.of(map(map(map(path.getValue()).get(verb)).get(KINDS)))))
            .contains(kind)) {
          isServed = true;
          isNamespaced |= path.getKey().toString().contains("/namespaces/{namespace}/");
          hasStatus |= path.getKey().toString().endsWith("/status");
        }
      }
    }
    Map<String, @Nullable Object> version = new LinkedHashMap<>();
    version.put("name", kind.version());
    Map<String, @Nullable Object> schema =
        new LinkedHashMap<>(resolve(Map.of("$ref", PREFIX + name)));
    Map<String, @Nullable Object> properties = new LinkedHashMap<>();
    map(schema.get("properties"))
        .forEach((key, value) -> properties.put(String.valueOf(key), value));
    properties.put("metadata", Map.of("type", "object")); // the validator knows it by itself
    schema.put("properties", properties);
    version.put("schema", Map.of("openAPIV3Schema", schema));
    if (hasStatus) {
      version.put("subresources", Map.of("status", Map.of()));
    }
    return new Found(isNamespaced || !isServed, version);
  }

  /// The schema without references. Go writes a reference with a default as an `allOf` of one.
  private Map<String, @Nullable Object> resolve(Map<?, ?> schema) {
    if (schema.get("$ref") instanceof String reference) {
      return referenced(reference);
    }
    Map<String, @Nullable Object> resolved = new LinkedHashMap<>();
    schema.forEach((key, value) -> resolved.put(String.valueOf(key), part((String) key, value)));
    if (resolved.get("allOf") instanceof List<?> parts
        && parts.size() == 1
        && parts.getFirst() instanceof Map<?, ?> only) {
      resolved.remove("allOf");
      only.forEach((key, value) -> resolved.putIfAbsent(String.valueOf(key), value));
    }
    if ("int-or-string".equals(resolved.get("format"))) {
      resolved.keySet().retainAll(Set.of("description", "default"));
      resolved.put("x-kubernetes-int-or-string", true);
    }
    return resolved;
  }

  private @Nullable Object part(String keyword, @Nullable Object value) {
    return switch (keyword) {
      case "properties" -> {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        map(value)
            .forEach((name, schema) -> properties.put(String.valueOf(name), resolve(map(schema))));
        yield properties;
      }
      case "items", "additionalProperties", "not" ->
          value instanceof Map<?, ?> schema ? resolve(schema) : value;
      case "allOf", "oneOf", "anyOf" -> {
        List<Object> parts = new ArrayList<>();
        if (value instanceof List<?> list) {
          list.forEach(schema -> parts.add(resolve(map(schema))));
        }
        yield parts;
      }
      default -> value;
    };
  }

  private Map<String, @Nullable Object> referenced(String reference) {
    String name = reference.startsWith(PREFIX) ? reference.substring(PREFIX.length()) : "";
    if (!(schemas.get(name) instanceof Map<?, ?> schema)) {
      throw new IllegalArgumentException("the document has no schema " + reference);
    }
    if (!open.add(name)) {
      return new LinkedHashMap<>(ANYTHING);
    }
    Map<String, @Nullable Object> resolved = resolve(schema);
    open.remove(name);
    return resolved;
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }
}
