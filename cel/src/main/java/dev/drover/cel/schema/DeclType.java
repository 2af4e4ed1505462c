package dev.drover.cel.schema;

import dev.drover.cel.types.CelType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A type with the sizes that a schema allows.
///
/// In Go: `cel.DeclType`.
///
/// @param type of CEL
/// @param fields of an object, or null
/// @param key of a map, or null
/// @param element of a list or map, or null
/// @param maxElements how many elements or characters there can be
/// @param minSize how many bytes a value takes at least
public record DeclType(
    CelType type,
    @Nullable Map<String, DeclType> fields,
    @Nullable DeclType key,
    @Nullable DeclType element,
    long maxElements,
    long minSize) {
  static final String UNNAMED = "object";

  static DeclType simple(CelType type, long maxElements, long minSize) {
    return new DeclType(type, null, null, null, maxElements, minSize);
  }

  static DeclType list(DeclType element, long maxElements) {
    return new DeclType(CelType.list(element.type), null, null, element, maxElements, 2);
  }

  static DeclType map(DeclType element, long maxElements) {
    DeclType key = simple(CelType.STRING, 0, 2);
    return new DeclType(
        CelType.map(CelType.STRING, element.type), null, key, element, maxElements, 2);
  }

  static DeclType object(Map<String, DeclType> fields, long minSize) {
    return new DeclType(CelType.struct(UNNAMED), fields, null, null, 0, minSize);
  }

  /// A type about whose size nothing is known.
  public static DeclType of(CelType type) {
    return simple(type, Long.MAX_VALUE, 0);
  }

  /// An object that has its name.
  public static DeclType declared(String name, Map<String, DeclType> fields) {
    return new DeclType(CelType.struct(name), fields, null, null, 0, 0);
  }

  /// The type with a name for every object in it.
  public DeclType named(String name) {
    if (fields != null) {
      Map<String, DeclType> named = new LinkedHashMap<>();
      fields.forEach((field, type) -> named.put(field, type.named(name + "." + field)));
      return new DeclType(CelType.struct(name), named, null, null, maxElements, minSize);
    }
    if (element == null) {
      return this;
    }
    return key == null
        ? list(element.named(name + ".@idx"), maxElements)
        : map(element.named(name + ".@elem"), maxElements);
  }

  /// Adds all objects in it by their name.
  void collect(Map<String, DeclType> objects) {
    if (fields != null) {
      objects.put(type.name(), this);
      fields.values().forEach(field -> field.collect(objects));
    }
    if (element != null) {
      element.collect(objects);
    }
  }
}
