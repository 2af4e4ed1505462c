package dev.drover.server.openapi;

import dev.drover.server.core.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The schema of a custom resource as it is published: what its definition says, with the fields
/// that every object has.
///
/// Version 2 of OpenAPI lacks some words; places where they stand are published as "anything", so
/// that no client refuses what the server takes.
final class CustomSchema {
  private static final Set<String> NOT_IN_V2 =
      Set.of("oneOf", "anyOf", "allOf", "not", "nullable", "default", "x-kubernetes-validations");

  private final OpenApiVersion dialect;
  private final Resource resource;

  CustomSchema(OpenApiVersion dialect, Resource resource) {
    this.dialect = dialect;
    this.resource = resource;
  }

  Map<String, @Nullable Object> schema() {
    Map<String, @Nullable Object> schema =
        new LinkedHashMap<>(published(resource.custom().orElseThrow().schema().tree()));
    schema.put("type", "object");
    boolean isOpen = Boolean.TRUE.equals(schema.get("x-kubernetes-preserve-unknown-fields"));
    Map<String, @Nullable Object> properties = new TreeMap<>();
    if (schema.get("properties") instanceof Map<?, ?> own) {
      own.forEach((name, value) -> properties.put((String) name, value));
    }
    if (!properties.isEmpty() || !isOpen) {
      properties.put("metadata", dialect.property(SchemaNames.OBJECT_META));
      properties.putAll(withKind(Map.of()));
      schema.put("properties", properties);
    }
    schema.put("x-kubernetes-group-version-kind", Schemas.names(List.of(resource.gvk())));
    return schema;
  }

  /// The members that say what an object is, and these.
  static Map<String, @Nullable Object> withKind(Map<String, ?> others) {
    Map<String, @Nullable Object> properties = new TreeMap<>(others);
    properties.put("apiVersion", Map.of("type", "string"));
    properties.put("kind", Map.of("type", "string"));
    return properties;
  }

  private Map<String, @Nullable Object> published(Map<?, ?> schema) {
    Map<String, @Nullable Object> published = new LinkedHashMap<>();
    boolean isNullable = Boolean.TRUE.equals(schema.get("nullable"));
    for (Map.Entry<?, ?> member : schema.entrySet()) {
      String name = (String) member.getKey();
      boolean isTyped = name.equals("type") || name.equals("properties") || name.equals("items");
      if (dialect == OpenApiVersion.V3 || !(NOT_IN_V2.contains(name) || isNullable && isTyped)) {
        published.put(name, value(name, member.getValue()));
      }
    }
    return published;
  }

  private @Nullable Object value(String name, @Nullable Object value) {
    return switch (name) {
      case "properties", "patternProperties" -> {
        Map<String, @Nullable Object> properties = new TreeMap<>();
        ((Map<?, ?>) Objects.requireNonNull(value))
            .forEach((key, schema) -> properties.put((String) key, published((Map<?, ?>) schema)));
        yield properties;
      }
      case "items", "additionalProperties", "not" ->
          value instanceof Map<?, ?> schema ? published(schema) : value;
      case "allOf", "anyOf", "oneOf" -> {
        List<@Nullable Object> schemas = new ArrayList<>();
        ((List<?>) Objects.requireNonNull(value))
            .forEach(schema -> schemas.add(published((Map<?, ?>) schema)));
        yield schemas;
      }
      default -> value;
    };
  }
}
