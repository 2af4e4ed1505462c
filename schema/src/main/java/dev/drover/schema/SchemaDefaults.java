package dev.drover.schema;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sets the defaults of a structural schema in an object, where it has no value.
///
/// In Go: `structuraldefaulting.Default`.
final class SchemaDefaults {
  private SchemaDefaults() {}

  /// Sets the defaults of an object in place.
  static void set(Map<String, @Nullable Object> object, SchemaNode schema) {
    setFields(object, schema);
  }

  private static void setFields(Map<String, @Nullable Object> fields, SchemaNode schema) {
    schema
        .properties()
        .forEach(
            (name, property) -> {
              boolean isMissing =
                  !fields.containsKey(name) || isWrongNull(fields.get(name), property);
              if (property.defaultValue() != null && isMissing) {
                fields.put(name, TreeNode.mutable(property.defaultValue()));
              }
            });
    SchemaNode.Additional additional = schema.additional();
    SchemaNode others = additional == null ? null : additional.node();
    fields.replaceAll(
        (name, value) -> {
          SchemaNode property = schema.properties().get(name);
          return property != null ? inside(value, property) : orDefault(value, others);
        });
  }

  private static boolean isWrongNull(@Nullable Object value, SchemaNode schema) {
    return value == null && !schema.isNullable();
  }

  private static @Nullable Object orDefault(@Nullable Object value, @Nullable SchemaNode schema) {
    if (schema == null) {
      return value;
    }
    return inside(
        isWrongNull(value, schema) ? TreeNode.mutable(schema.defaultValue()) : value, schema);
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys, and lists hold anything
  private static @Nullable Object inside(@Nullable Object value, SchemaNode schema) {
    if (value instanceof Map<?, ?> map) {
      setFields((Map<String, @Nullable Object>) map, schema);
    } else if (value instanceof List<?> list) {
      ((List<@Nullable Object>) list).replaceAll(item -> orDefault(item, schema.items()));
    }
    return value;
  }
}
