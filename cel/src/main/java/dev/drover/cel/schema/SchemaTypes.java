package dev.drover.cel.schema;

import dev.drover.cel.types.CelType;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The types of a structural schema.
///
/// In Go: `common.SchemaDeclType`.
public final class SchemaTypes {
  public static final long LARGEST_REQUEST = 3 * 1024 * 1024;
  private static final long LONGEST_TEXT = LARGEST_REQUEST - 2;

  private SchemaTypes() {}

  /// The type of a schema, or null where expressions cannot see it.
  ///
  /// @param resource whether it is the root of a resource
  public static @Nullable DeclType of(SchemaNode schema, boolean resource) {
    if (schema.isIntOrString()) {
      Long longest = schema.number("maxLength");
      long most = longest == null ? LONGEST_TEXT : Math.max(0, longest) * 4;
      return DeclType.simple(CelType.DYN, most, 1);
    }
    SchemaNode full = resource ? schema.withMetadata() : schema;
    return switch (full.type()) {
      case "array" -> list(full);
      case "object" -> object(full);
      case "string" -> text(full);
      case "boolean" -> DeclType.simple(CelType.BOOL, 0, 4);
      case "number" -> DeclType.simple(CelType.DOUBLE, 0, 1);
      case "integer" -> DeclType.simple(CelType.INT, 0, 1);
      default -> null;
    };
  }

  private static @Nullable DeclType list(SchemaNode schema) {
    SchemaNode items = schema.child("items");
    DeclType element = items == null ? null : of(items, items.isEmbedded());
    if (element == null) {
      return null;
    }
    Long most = schema.number("maxItems");
    return DeclType.list(
        element,
        most == null ? (LARGEST_REQUEST - 2) / (element.minSize() + 1) : Math.max(0, most));
  }

  private static @Nullable DeclType object(SchemaNode schema) {
    SchemaNode additional = schema.child("additionalProperties");
    if (additional != null) {
      DeclType element = of(additional, additional.isEmbedded());
      if (element == null) {
        return null;
      }
      Long most = schema.number("maxProperties");
      return DeclType.map(
          element,
          most == null ? (LARGEST_REQUEST - 2) / (element.minSize() + 6) : Math.max(0, most));
    }
    List<?> required = schema.list("required");
    Map<String, DeclType> fields = new LinkedHashMap<>();
    long minSize = 2;
    Map<?, ?> properties = schema.properties();
    for (Object key : properties == null ? List.of() : properties.keySet()) {
      String name = String.valueOf(key);
      SchemaNode property = schema.property(name);
      DeclType type = property == null ? null : of(property, property.isEmbedded());
      if (property == null || type == null) {
        continue;
      }
      String identifier = Escaping.escape(name);
      if (identifier != null) {
        fields.put(identifier, type);
      }
      if (required.contains(name) && property.tree().get("default") == null) {
        minSize += name.getBytes(StandardCharsets.UTF_8).length + type.minSize() + 4;
      }
    }
    return DeclType.object(fields, minSize);
  }

  private static DeclType text(SchemaNode schema) {
    Long longest = schema.number("maxLength");
    return switch (schema.text("format")) {
      case "byte" ->
          DeclType.simple(CelType.BYTES, longest == null ? LONGEST_TEXT : Math.max(0, longest), 2);
      case "duration" -> DeclType.simple(CelType.DURATION, 32, 3);
      case "date" -> DeclType.simple(CelType.TIMESTAMP, 12, 12);
      case "date-time" -> DeclType.simple(CelType.TIMESTAMP, 32, 21);
      default -> {
        if (longest != null) {
          yield DeclType.simple(CelType.STRING, Math.max(0, longest) * 4, 2);
        }
        List<?> allowed = schema.list("enum");
        long most =
            allowed.isEmpty()
                ? LONGEST_TEXT
                : allowed.stream()
                    .filter(String.class::isInstance)
                    .mapToLong(value -> ((String) value).getBytes(StandardCharsets.UTF_8).length)
                    .max()
                    .orElse(0);
        yield DeclType.simple(CelType.STRING, most, 2);
      }
    };
  }
}
