package dev.drover.server.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The differences between the two versions of OpenAPI.
enum OpenApiVersion {
  V2("v2", "#/definitions/"),
  V3("v3", "#/components/schemas/");

  private final String version;
  private final String prefix;

  OpenApiVersion(String version, String prefix) {
    this.version = version;
    this.prefix = prefix;
  }

  /// The name in media types.
  String version() {
    return version;
  }

  Map<String, @Nullable Object> reference(String name) {
    Map<String, @Nullable Object> reference = new LinkedHashMap<>();
    reference.put("$ref", prefix + name);
    return reference;
  }

  /// The name of the schema that stands in the place of this one; empty where none does.
  ///
  /// In Go: `resolver.refOf`.
  Optional<String> referred(Map<?, ?> schema) {
    if (schema.get("$ref") instanceof String reference) {
      return Optional.of(reference.substring(prefix.length()));
    }
    if (schema.get("allOf") instanceof List<?> all) {
      return all.stream()
          .filter(Map.class::isInstance)
          .map(each -> referred((Map<?, ?>) each))
          .flatMap(Optional::stream)
          .findFirst();
    }
    return Optional.empty();
  }

  /// A reference that has something beside it, which only version 2 lets it have.
  Map<String, @Nullable Object> property(String name) {
    if (this == V2) {
      return reference(name);
    }
    Map<String, @Nullable Object> property = new LinkedHashMap<>();
    property.put("allOf", List.of(reference(name)));
    return property;
  }

  /// The types that have one form of their own.
  Map<String, @Nullable Object> oneOf(String format, String... types) {
    Map<String, @Nullable Object> schema = new LinkedHashMap<>();
    if (this == V2) {
      schema.put("type", "string");
    } else {
      List<Object> alternatives = List.of(Map.of("type", types[0]), Map.of("type", types[1]));
      schema.put("oneOf", alternatives);
    }
    if (!format.isEmpty()) {
      schema.put("format", format);
    }
    return schema;
  }
}
