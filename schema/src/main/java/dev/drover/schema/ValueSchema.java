package dev.drover.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The value validations of a schema at one place.
///
/// In Go: `spec.Schema` of kube-openapi.
///
/// @param types what a value may be; none for anything
/// @param format what a text or number must be like; empty for none that is checked
/// @param text how long a text may be, and what it must match
/// @param number between what a number must be
/// @param items what a list may hold
/// @param fields what an object may hold
/// @param properties the fields that are foreseen
/// @param additional what all others must be like; null for anything
/// @param allowsAdditional whether there may be others
record ValueSchema(
    List<String> types,
    boolean isNullable,
    String format,
    List<@Nullable Object> values,
    Text text,
    Range number,
    Items items,
    Size fields,
    List<String> required,
    Map<String, ValueSchema> properties,
    @Nullable ValueSchema additional,
    boolean allowsAdditional,
    Junctors junctors) {

  /// From how many to how many; null for no limit.
  record Size(@Nullable Long min, @Nullable Long max) {
    static Size of(Map<?, ?> schema, String what) {
      return new Size(whole(schema, "min" + what), whole(schema, "max" + what));
    }
  }

  /// @param pattern as it was written; empty for none
  /// @param matcher null when the pattern is none, with the reason
  record Text(Size length, String pattern, @Nullable GoPattern matcher, String problem) {
    static Text of(Map<?, ?> schema) {
      String pattern = schema.get("pattern") instanceof String text ? text : "";
      Size length = Size.of(schema, "Length");
      try {
        return new Text(length, pattern, pattern.isEmpty() ? null : GoPattern.of(pattern), "");
      } catch (IllegalArgumentException e) {
        return new Text(length, pattern, null, String.valueOf(e.getMessage()));
      }
    }
  }

  record Range(
      @Nullable Double min,
      boolean isAbove,
      @Nullable Double max,
      boolean isBelow,
      @Nullable Double multipleOf) {
    static Range of(Map<?, ?> schema) {
      return new Range(
          real(schema, "minimum"),
          isTrue(schema, "exclusiveMinimum"),
          real(schema, "maximum"),
          isTrue(schema, "exclusiveMaximum"),
          real(schema, "multipleOf"));
    }
  }

  /// @param keys by which items are identified, where the list is a map
  record Items(Size count, boolean isUnique, @Nullable ValueSchema schema, List<String> keys) {}

  record Junctors(
      List<ValueSchema> all,
      List<ValueSchema> one,
      List<ValueSchema> any,
      @Nullable ValueSchema not) {}

  /// Reads a schema as it is written in a custom resource definition.
  static ValueSchema of(Map<?, ?> schema) {
    Object additional = schema.get("additionalProperties");
    return new ValueSchema(
        types(schema),
        isTrue(schema, "nullable"),
        format(schema),
        schema.get("enum") instanceof List<?> values ? new ArrayList<>(values) : List.of(),
        Text.of(schema),
        Range.of(schema),
        items(schema),
        Size.of(schema, "Properties"),
        texts(schema.get("required")),
        properties(schema.get("properties")),
        additional instanceof Map<?, ?> map ? of(map) : null,
        !Boolean.FALSE.equals(additional),
        new Junctors(
            schemas(schema.get("allOf")),
            schemas(schema.get("oneOf")),
            schemas(schema.get("anyOf")),
            schema.get("not") instanceof Map<?, ?> not ? of(not) : null));
  }

  private static List<String> types(Map<?, ?> schema) {
    if (isTrue(schema, "x-kubernetes-int-or-string")) {
      return List.of("integer", "string");
    }
    return schema.get("type") instanceof String type && !type.isEmpty() ? List.of(type) : List.of();
  }

  /// Unknown formats are not checked, nor those of another type.
  private static String format(Map<?, ?> schema) {
    String format = schema.get("format") instanceof String text ? text : "";
    List<String> types = types(schema);
    boolean isKnown =
        switch (types.size() == 1 ? types.getFirst() : "") {
          case "", "string" -> StringFormats.of(format).isPresent();
          case "integer" -> format.equals("int32") || format.equals("int64");
          case "number" -> format.equals("float") || format.equals("double");
          default -> false;
        };
    return isKnown ? format : "";
  }

  private static Items items(Map<?, ?> schema) {
    boolean isMap = "map".equals(schema.get("x-kubernetes-list-type"));
    return new Items(
        Size.of(schema, "Items"),
        isTrue(schema, "uniqueItems"),
        schema.get("items") instanceof Map<?, ?> items ? of(items) : null,
        isMap ? texts(schema.get("x-kubernetes-list-map-keys")) : List.of());
  }

  private static Map<String, ValueSchema> properties(@Nullable Object schemas) {
    Map<String, ValueSchema> properties = new LinkedHashMap<>();
    if (schemas instanceof Map<?, ?> map) {
      map.forEach(
          (name, schema) -> {
            if (schema instanceof Map<?, ?> node) {
              properties.put((String) name, of(node));
            }
          });
    }
    return properties;
  }

  private static List<ValueSchema> schemas(@Nullable Object list) {
    List<ValueSchema> schemas = new ArrayList<>();
    if (list instanceof List<?> items) {
      for (Object item : items) {
        if (item instanceof Map<?, ?> schema) {
          schemas.add(of(schema));
        }
      }
    }
    return schemas;
  }

  private static List<String> texts(@Nullable Object list) {
    return list instanceof List<?> items
        ? items.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }

  private static boolean isTrue(Map<?, ?> schema, String name) {
    return Boolean.TRUE.equals(schema.get(name));
  }

  private static @Nullable Long whole(Map<?, ?> schema, String name) {
    return schema.get(name) instanceof Number number ? number.longValue() : null;
  }

  private static @Nullable Double real(Map<?, ?> schema, String name) {
    return schema.get(name) instanceof Number number ? number.doubleValue() : null;
  }

  /// The check of the format, where that is one of texts.
  Optional<Predicate<String>> textFormat() {
    return StringFormats.of(format);
  }

  boolean isOf(String type) {
    return types.contains(type);
  }
}
