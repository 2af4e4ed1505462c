package dev.drover.cel.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A structural schema, parsed.
///
/// @param tree as OpenAPI writes it
public record SchemaNode(Map<?, ?> tree) {
  private static final SchemaNode NAME = new SchemaNode(Map.of("type", "string"));

  String type() {
    return text("type");
  }

  String text(String name) {
    return tree.get(name) instanceof String text ? text : "";
  }

  boolean isTrue(String name) {
    return Boolean.TRUE.equals(tree.get(name));
  }

  @Nullable Long number(String name) {
    return tree.get(name) instanceof Number number ? number.longValue() : null;
  }

  boolean isIntOrString() {
    return isTrue("x-kubernetes-int-or-string");
  }

  boolean isEmbedded() {
    return isTrue("x-kubernetes-embedded-resource");
  }

  @Nullable SchemaNode child(String name) {
    return tree.get(name) instanceof Map<?, ?> child ? new SchemaNode(child) : null;
  }

  List<?> list(String name) {
    return tree.get(name) instanceof List<?> list ? list : List.of();
  }

  /// The properties, or null where the schema names none.
  @Nullable Map<?, ?> properties() {
    return tree.get("properties") instanceof Map<?, ?> map && !map.isEmpty() ? map : null;
  }

  @Nullable SchemaNode property(String name) {
    Map<?, ?> properties = properties();
    return properties != null && properties.get(name) instanceof Map<?, ?> property
        ? new SchemaNode(property)
        : null;
  }

  /// The schema with the fields that every resource has: `kind`, `apiVersion`, and the names in
  /// `metadata`.
  SchemaNode withMetadata() {
    SchemaNode metadata = property("metadata");
    if (isString(property("kind"))
        && isString(property("apiVersion"))
        && metadata != null
        && metadata.type().equals("object")
        && isString(metadata.property("name"))
        && isString(metadata.property("generateName"))) {
      return this;
    }
    Map<Object, Object> properties = new LinkedHashMap<>();
    Map<?, ?> own = properties();
    if (own != null) {
      properties.putAll(own);
    }
    properties.put("kind", NAME.tree());
    properties.put("apiVersion", NAME.tree());
    properties.put(
        "metadata",
        Map.of(
            "type",
            "object",
            "properties",
            Map.of("name", NAME.tree(), "generateName", NAME.tree())));
    Map<Object, @Nullable Object> copy = new LinkedHashMap<>(tree);
    copy.put("properties", properties);
    return new SchemaNode(copy);
  }

  /// As the root of a resource.
  public SchemaNode asResource() {
    return withMetadata();
  }

  private static boolean isString(@Nullable SchemaNode node) {
    return node != null && node.type().equals("string");
  }
}
