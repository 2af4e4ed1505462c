package dev.drover.schema;

import dev.drover.schema.FieldEntry.Merge;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The part of a structural schema for the values at one place, except value validations.
///
/// In Go: `schema.Structural` of apiextensions.
///
/// @param type `object`, `array`, `string`, ...; empty for anything
/// @param format of a string, such as `date-time`; empty for none
/// @param additional what the values of names are that `properties` does not list; null when such
///   names are not foreseen
/// @param keepsUnknown whether fields that the schema does not know are kept from here on
/// @param isEmbedded whether the value is an object with `apiVersion`, `kind` and `metadata`
/// @param listType `atomic`, `set` or `map`; empty when not said
/// @param mapType `atomic` or `granular`; empty when not said
record SchemaNode(
    String type,
    String format,
    Map<String, SchemaNode> properties,
    @Nullable Additional additional,
    @Nullable SchemaNode items,
    boolean keepsUnknown,
    boolean isEmbedded,
    boolean isNullable,
    @Nullable Object defaultValue,
    String listType,
    List<String> listKeys,
    String mapType) {

  /// The values of names that are not listed: of a schema, or of any kind.
  ///
  /// @param node null for any kind
  record Additional(@Nullable SchemaNode node, boolean allows) {}

  /// Reads a schema as it is written in a custom resource definition.
  static SchemaNode of(Map<?, ?> schema) {
    return new SchemaNode(
        text(schema, "type"),
        text(schema, "format"),
        properties(schema.get("properties")),
        additional(schema.get("additionalProperties")),
        schema.get("items") instanceof Map<?, ?> items ? of(items) : null,
        isTrue(schema, "x-kubernetes-preserve-unknown-fields"),
        isTrue(schema, "x-kubernetes-embedded-resource"),
        isTrue(schema, "nullable"),
        schema.get("default"),
        text(schema, "x-kubernetes-list-type"),
        texts(schema.get("x-kubernetes-list-map-keys")),
        text(schema, "x-kubernetes-map-type"));
  }

  private static Map<String, SchemaNode> properties(@Nullable Object schemas) {
    Map<String, SchemaNode> properties = new LinkedHashMap<>();
    if (schemas instanceof Map<?, ?> map) {
      map.forEach(
          (name, schema) -> {
            if (schema instanceof Map<?, ?> node) {
              properties.put((String) name, of(node));
            }
          });
    }
    return Collections.unmodifiableMap(properties);
  }

  private static @Nullable Additional additional(@Nullable Object schema) {
    return switch (schema) {
      case Map<?, ?> node -> new Additional(of(node), true);
      case Boolean allows -> new Additional(null, allows);
      case null, default -> null;
    };
  }

  private static String text(Map<?, ?> schema, String name) {
    return schema.get(name) instanceof String text ? text : "";
  }

  private static boolean isTrue(Map<?, ?> schema, String name) {
    return Boolean.TRUE.equals(schema.get(name));
  }

  private static List<String> texts(@Nullable Object list) {
    return list instanceof List<?> items
        ? items.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }

  /// The root of objects: with `apiVersion`, `kind` and `metadata` whatever the schema says.
  SchemaNode asObject() {
    return new SchemaNode(
        type,
        format,
        properties,
        additional,
        items,
        keepsUnknown,
        true,
        isNullable,
        defaultValue,
        listType,
        listKeys,
        mapType);
  }

  /// How changes to a list by several parties merge.
  Merge listMerge() {
    return switch (listType) {
      case "set" -> Merge.SET;
      case "map" -> Merge.MAP;
      default -> Merge.ATOMIC;
    };
  }

  /// How changes to an object by several parties merge.
  Merge mapMerge() {
    return mapType.equals("atomic") ? Merge.ATOMIC : Merge.GRANULAR;
  }
}
