package dev.drover.api;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Writes a type as a structural schema, the form of OpenAPI in which a CustomResourceDefinition
/// describes its objects.
///
/// What a codec reads, the schema allows, and the other way round: both are made from one
/// description. A primitive is required; what may be missing is not.
final class TypeSchema {
  private static final Map<String, Object> ANYTHING =
      Map.of("x-kubernetes-preserve-unknown-fields", true);
  private static final Map<String, Object> INT_OR_STRING =
      Map.of("x-kubernetes-int-or-string", true);

  private final Set<ObjectType<?>> open =
      new HashSet<>(); // to end at types that contain themselves

  private TypeSchema() {}

  /// The schema of whole objects. The server knows apiVersion, kind and metadata by itself.
  static Map<String, Object> ofRoot(ObjectType<?> type) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("apiVersion", Map.of("type", "string"));
    properties.put("kind", Map.of("type", "string"));
    properties.put("metadata", Map.of("type", "object"));
    List<String> required = new ArrayList<>();
    new TypeSchema().fields(type, properties, required);
    required.remove("status"); // an object has none when it is created
    return object(properties, required);
  }

  private void fields(ObjectType<?> type, Map<String, Object> properties, List<String> required) {
    for (Field field : type.fields) {
      if (properties.containsKey(field.name)) {
        continue; // said before: the metadata of a root
      }
      properties.put(field.name, property(field));
      if (!field.pointer && !field.omitEmpty) {
        required.add(field.name);
      }
    }
  }

  private static Map<String, Object> object(Map<String, Object> properties, List<String> required) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    if (!properties.isEmpty()) {
      schema.put("properties", properties);
    }
    if (!required.isEmpty()) {
      schema.put("required", List.copyOf(required));
    }
    return schema;
  }

  /// The schema of a field, with how server-side apply merges its list: two writers of different
  /// items do not conflict.
  private Map<String, Object> property(Field field) {
    Map<String, Object> schema = of(field.type());
    if (!(field.type() instanceof ListType list)) {
      return schema;
    }
    List<String> keys = keys(field, list);
    if (!keys.isEmpty() && schema.get("items") instanceof Map<?, ?> items && has(items, keys)) {
      return Map.of(
          "type",
          "array",
          "items",
          withKeys(items, (ObjectType<?>) list.item, keys),
          "x-kubernetes-list-type",
          "map",
          "x-kubernetes-list-map-keys",
          keys);
    }
    String listType = field.listType();
    if (listType == null || listType.equals("map")) {
      return schema;
    }
    Map<String, Object> typed = new LinkedHashMap<>(schema);
    typed.put("x-kubernetes-list-type", listType);
    return typed;
  }

  /// Conditions are known by their type in every object of Kubernetes.
  private static List<String> keys(Field field, ListType list) {
    return list.item == Condition.TYPE && field.listType() == null
        ? List.of("type")
        : field.listKeys();
  }

  private static boolean has(Map<?, ?> items, List<String> keys) {
    return items.get("properties") instanceof Map<?, ?> properties
        && properties.keySet().containsAll(keys);
  }

  /// A key must be there: it has a default, or is required.
  private static Map<String, Object> withKeys(
      Map<?, ?> items, ObjectType<?> type, List<String> keys) {
    Map<String, Object> properties = new LinkedHashMap<>(part(items, "properties"));
    Set<Object> required = new LinkedHashSet<>();
    if (items.get("required") instanceof List<?> before) {
      required.addAll(before);
    }
    for (String key : keys) {
      Field field = type.field(key);
      String value = field == null ? null : field.defaultValue();
      if (value == null) {
        required.add(key);
      } else {
        Map<String, Object> property = new LinkedHashMap<>(part(properties, key));
        property.put("default", Objects.requireNonNull(TreeType.tree(Bytes.ofUtf8(value).array())));
        properties.put(key, property);
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>(ArrayMap.cast(items));
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", List.copyOf(required));
    }
    return schema;
  }

  private static Map<String, ?> part(Map<?, ?> schema, String name) {
    return ArrayMap.cast(Objects.requireNonNull(schema.get(name)));
  }

  private Map<String, Object> of(ValueType type) {
    return switch (type) {
      case ObjectType<?> nested -> nested(nested);
      case ListType list -> Map.of("type", "array", "items", of(list.item));
      case MapType map -> Map.of("type", "object", "additionalProperties", of(map.value));
      case EnumType constants -> Map.of("type", "string", "enum", List.copyOf(constants.names()));
      case TimeType _ -> Map.of("type", "string", "format", "date-time");
      case DurationType _ -> Map.of("type", "string");
      case QuantityType _, IntOrStringType _ -> INT_OR_STRING;
      case BytesType _ -> Map.of("type", "string", "format", "byte");
      case RawType _ -> Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);
      case TextListType _ -> Map.of("type", "array", "items", Map.of("type", "string"));
      case ScalarType scalar -> scalar(scalar);
      default -> ANYTHING; // a tree of any shape
    };
  }

  private static Map<String, Object> scalar(ScalarType type) {
    if (type == ScalarType.TEXT) {
      return Map.of("type", "string");
    } else if (type == ScalarType.BOOL) {
      return Map.of("type", "boolean");
    } else if (type == ScalarType.INT32) {
      return Map.of("type", "integer", "format", "int32");
    } else if (type == ScalarType.INT64) {
      return Map.of("type", "integer", "format", "int64");
    }
    return Map.of("type", "number", "format", "double");
  }

  /// A type inside of itself would be a schema without end, so there anything goes.
  private Map<String, Object> nested(ObjectType<?> type) {
    if (!open.add(type)) {
      return Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    fields(type, properties, required);
    open.remove(type);
    return object(properties, required);
  }
}
