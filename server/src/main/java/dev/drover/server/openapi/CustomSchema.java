package dev.drover.server.openapi;

import dev.drover.api.GroupVersionKind;
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

  private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
  private static final String CONVENTIONS =
      " More info:"
          + " https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#";
  private static final String API_VERSION =
      "APIVersion defines the versioned schema of this representation of an object."
          + CONVENTIONS
          + "resources";
  private static final String KIND =
      "Kind is the REST resource that this object represents." + CONVENTIONS + "types-kinds";
  private static final String METADATA = "Standard object's metadata." + CONVENTIONS + "metadata";
  private static final String LIST_METADATA =
      "Standard list metadata." + CONVENTIONS + "types-kinds";

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
    boolean isOpen = Boolean.TRUE.equals(schema.get(PRESERVE));
    Map<String, @Nullable Object> properties = new TreeMap<>();
    if (schema.get("properties") instanceof Map<?, ?> own) {
      own.forEach((name, value) -> properties.put((String) name, value));
    }
    if (isOpen && dialect == OpenApiVersion.V2) {
      schema.remove("properties"); // anything, in the words of version 2
      schema.remove(PRESERVE);
    } else {
      properties.put("metadata", metadata(SchemaNames.OBJECT_META, METADATA));
      properties.putAll(described(Map.of()));
      schema.put("properties", properties);
    }
    schema.put("x-kubernetes-group-version-kind", Schemas.names(List.of(resource.gvk())));
    addSelectableFields(schema);
    return schema;
  }

  /// The schema of lists of the resource.
  Map<String, @Nullable Object> listSchema() {
    Map<String, @Nullable Object> items = new LinkedHashMap<>();
    items.put("description", "List of " + resource.gvr().resource() + ".");
    items.put("type", "array");
    items.put("items", dialect.reference(SchemaNames.of(resource)));
    Map<String, @Nullable Object> list = new LinkedHashMap<>();
    list.put("description", resource.listKind() + " is a list of " + resource.gvk().kind());
    list.put("type", "object");
    list.put("required", List.of("items"));
    list.put(
        "properties",
        described(
            Map.of("items", items, "metadata", metadata(SchemaNames.LIST_META, LIST_METADATA))));
    GroupVersionKind kind = resource.gvk().withKind(resource.listKind());
    list.put("x-kubernetes-group-version-kind", Schemas.names(List.of(kind)));
    addSelectableFields(list);
    return list;
  }

  private void addSelectableFields(Map<String, @Nullable Object> schema) {
    List<String> fields = resource.custom().orElseThrow().selectableFields();
    if (!fields.isEmpty()) {
      schema.put(
          "x-kubernetes-selectable-fields",
          fields.stream().map(field -> Map.of("fieldPath", field)).toList());
    }
  }

  private Map<String, @Nullable Object> metadata(String type, String description) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("description", description);
    metadata.putAll(dialect.property(type));
    return metadata;
  }

  /// The members that say what an object is, with descriptions, and others.
  private static Map<String, @Nullable Object> described(Map<String, ?> others) {
    Map<String, @Nullable Object> properties = new TreeMap<>(others);
    properties.put("apiVersion", Map.of("description", API_VERSION, "type", "string"));
    properties.put("kind", Map.of("description", KIND, "type", "string"));
    return properties;
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
    boolean isAnything =
        Boolean.TRUE.equals(schema.get("nullable")) || Boolean.TRUE.equals(schema.get(PRESERVE));
    for (Map.Entry<?, ?> member : schema.entrySet()) {
      String name = (String) member.getKey();
      boolean isTyped = name.equals("type") || name.equals("properties") || name.equals("items");
      if (dialect == OpenApiVersion.V3 || !(NOT_IN_V2.contains(name) || isAnything && isTyped)) {
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
