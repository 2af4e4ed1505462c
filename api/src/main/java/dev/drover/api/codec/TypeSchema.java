package dev.drover.api.codec;

import dev.drover.api.Condition;
import dev.drover.api.tree.ArrayMap;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Writes a type as a structural schema, the form of OpenAPI in which a CustomResourceDefinition
/// describes its objects.
///
/// What a codec reads, the schema allows, and the other way round: both are made from one
/// description. A primitive is required; what may be missing is not. Annotations of components, of
/// type arguments and of records narrow it ([Constraints]).
final class TypeSchema {
  private final Set<ObjectType<?>> open =
      new HashSet<>(); // to end at types that contain themselves
  private final FieldVisitor visitor;

  private TypeSchema(FieldVisitor visitor) {
    this.visitor = visitor;
  }

  /// Sees every annotated field.
  @FunctionalInterface
  interface FieldVisitor {
    FieldVisitor NONE = (_, _, _) -> {};

    /// Sees one field.
    ///
    /// @param path from the object, such as `.spec.replicas`; null inside of lists and maps
    void field(AnnotatedPlace place, @Nullable String path, Map<String, Object> schema);
  }

  /// The schema of whole objects. The server knows apiVersion, kind and metadata by itself.
  static Map<String, Object> ofRoot(ObjectType<?> type) {
    return ofRoot(type, FieldVisitor.NONE);
  }

  static Map<String, Object> ofRoot(ObjectType<?> type, FieldVisitor visitor) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("apiVersion", Map.of("type", "string"));
    properties.put("kind", Map.of("type", "string"));
    properties.put("metadata", Map.of("type", "object"));
    Set<String> required = new TreeSet<>();
    new TypeSchema(visitor).fields(type, "", properties, required);
    required.remove("status"); // an object has none when it is created
    Map<String, Object> schema = object(properties, required);
    return type instanceof RecordType<?> record
        ? Constraints.applied(
            DocTexts.of(record.record).describe(".", schema), AnnotatedPlace.of(record.record))
        : schema;
  }

  private void fields(
      ObjectType<?> type,
      @Nullable String path,
      Map<String, Object> properties,
      Set<String> required) {
    DocTexts docs = null;
    RecordComponent[] components = {};
    if (type instanceof RecordType<?> record) {
      docs = DocTexts.of(record.record);
      components = record.record.getRecordComponents();
    }
    for (Field field : type.fields) {
      if (properties.containsKey(field.name)) {
        continue; // said before: the metadata of a root
      }
      AnnotatedPlace place =
          field.component == null
              ? AnnotatedPlace.none(type.name + "." + field.name)
              : AnnotatedPlace.of(components[field.slot]);
      String below = path == null ? null : path + "." + field.name;
      Map<String, Object> property = property(field, place, below);
      if (docs != null && field.component != null) {
        property = docs.describe(field.component, property);
      }
      Map<String, Object> schema = Constraints.applied(property, place);
      if (type == Condition.TYPE) {
        schema = KnownSchemas.conditionField(field.name, schema);
      }
      visitor.field(place, below, schema);
      properties.put(field.name, schema);
      boolean isPresent = !field.pointer && !field.omitEmpty && !schema.containsKey("default");
      if (isPresent || place.isRequired()) {
        required.add(field.name);
      }
    }
  }

  private static Map<String, Object> object(Map<String, Object> properties, Set<String> required) {
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
  private Map<String, Object> property(Field field, AnnotatedPlace place, @Nullable String path) {
    Map<String, Object> schema = of(field.type(), place, path);
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
    if (!keys.isEmpty() && field.component != null) {
      throw place.wrong(
          "@ListKeys(%s) names no fields of the items: write the JSON names of components of a record"
              .formatted(String.join(", ", keys)));
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
    Set<String> required = new LinkedHashSet<>();
    if (items.get("required") instanceof List<?> before) {
      before.forEach(name -> required.add(String.valueOf(name)));
    }
    for (String key : keys) {
      Field field = type.field(key);
      String value = field == null ? null : field.defaultValue();
      Map<String, Object> property = new LinkedHashMap<>(part(properties, key));
      if (value != null) {
        property.put(
            "default",
            Objects.requireNonNull(TreeType.tree(value.getBytes(StandardCharsets.UTF_8))));
        properties.put(key, property);
      }
      if (!property.containsKey("default")) {
        required.add(key);
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>(ArrayMap.cast(items));
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", List.copyOf(new TreeSet<>(required)));
    }
    return schema;
  }

  private static Map<String, ?> part(Map<?, ?> schema, String name) {
    return ArrayMap.cast(Objects.requireNonNull(schema.get(name)));
  }

  private Map<String, Object> of(ValueType type, AnnotatedPlace place, @Nullable String path) {
    return switch (type) {
      case ObjectType<?> nested -> nested(nested, path);
      case UnionType union -> union(union);
      case ListType list ->
          Map.of("type", "array", "items", item(list.item, place.argument(0, "[]")));
      case MapType map ->
          Map.of(
              "type", "object", "additionalProperties", item(map.value, place.argument(1, "{}")));
      case EnumType constants -> Map.of("type", "string", "enum", List.copyOf(constants.names()));
      case TimeType _ -> Map.of("type", "string", "format", "date-time");
      case DurationType _ -> Map.of("type", "string");
      case QuantityType _ -> KnownSchemas.QUANTITY;
      case IntOrStringType _ -> KnownSchemas.INT_OR_STRING;
      case BytesType _ -> Map.of("type", "string", "format", "byte");
      case RawType _ -> KnownSchemas.ANY_OBJECT;
      case TextListType _ -> Map.of("type", "array", "items", Map.of("type", "string"));
      case ScalarType scalar -> scalar(scalar);
      default -> KnownSchemas.ANYTHING; // a tree of any shape
    };
  }

  private Map<String, Object> item(ValueType type, AnnotatedPlace place) {
    return Constraints.applied(of(type, place, null), place);
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
  private Map<String, Object> nested(ObjectType<?> type, @Nullable String path) {
    if (!open.add(type)) {
      return KnownSchemas.ANY_OBJECT;
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    Set<String> required = new TreeSet<>();
    fields(type, path, properties, required);
    open.remove(type);
    Map<String, Object> schema = object(properties, required);
    return type instanceof RecordType<?> record
        ? Constraints.applied(
            DocTexts.of(record.record).describe(".", schema), AnnotatedPlace.of(record.record))
        : KnownSchemas.merged(type.name, schema);
  }

  private Map<String, Object> union(UnionType union) {
    AnnotatedPlace place = AnnotatedPlace.of(union.type);
    Map<String, Object> schema =
        union.discriminator.isEmpty() ? unionByKey(union) : unionByDiscriminator(union, place);
    return Constraints.applied(schema, place);
  }

  private Map<String, Object> unionByKey(UnionType union) {
    Map<String, Object> properties = new TreeMap<>();
    List<Object> one = new ArrayList<>();
    union.variants.forEach(
        (name, variant) -> {
          properties.put(name, nested(variant, null));
          one.add(Map.of("required", List.of(name)));
        });
    Map<String, Object> schema = object(properties, Set.of());
    schema.put("oneOf", one);
    return schema;
  }

  /// A structural schema has all fields in one place; what each record requires is said beside it.
  private Map<String, Object> unionByDiscriminator(UnionType union, AnnotatedPlace place) {
    Map<String, Object> properties = new TreeMap<>();
    properties.put(
        union.discriminator,
        Map.of("type", "string", "enum", List.copyOf(union.variants.keySet())));
    List<Object> one = new ArrayList<>();
    union.variants.forEach(
        (name, variant) -> {
          Map<String, Object> schema = nested(variant, null);
          if (schema.get("properties") instanceof Map<?, ?> own) {
            own.forEach((field, of) -> merge(properties, String.valueOf(field), of, place));
          }
          Map<String, Object> choice = new LinkedHashMap<>();
          choice.put("properties", Map.of(union.discriminator, Map.of("enum", List.of(name))));
          if (schema.get("required") instanceof List<?> needed) {
            choice.put("required", needed);
          }
          one.add(choice);
        });
    Map<String, Object> schema = object(properties, Set.of(union.discriminator));
    schema.put("oneOf", one);
    return schema;
  }

  private static void merge(
      Map<String, Object> properties, String name, @Nullable Object schema, AnnotatedPlace place) {
    Object before = properties.put(name, Objects.requireNonNull(schema));
    if (before != null && !before.equals(schema)) {
      throw place.wrong(
          "its records have different fields '%s': a union with a discriminator has all fields in one"
                  .formatted(name)
              + " object, so give one another @Name or leave the discriminator out");
    }
  }
}
