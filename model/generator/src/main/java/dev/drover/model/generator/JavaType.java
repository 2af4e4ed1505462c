package dev.drover.model.generator;

import org.jspecify.annotations.Nullable;

/// The Java type that stands for a base type of the table.
///
/// @param name the full name; boxed where there is a primitive type
/// @param primitive the primitive type, or null
/// @param reader what reads the primitive in a struct and knows the value of an absent field
record JavaType(String name, @Nullable String primitive, @Nullable String reader) {
  /// The type for a base that is no struct.
  static JavaType of(String base) {
    return switch (base) {
      case "string" -> object("java.lang.String");
      case "bool" -> new JavaType("java.lang.Boolean", "boolean", "bool");
      case "int32" -> new JavaType("java.lang.Integer", "int", "int32");
      case "int64" -> new JavaType("java.lang.Long", "long", "int64");
      case "double" -> new JavaType("java.lang.Double", "double", "real");
      case "time", "microtime" -> object("java.time.Instant");
      case "duration" -> object("java.time.Duration");
      case "quantity" -> object("dev.drover.api.Quantity");
      case "intorstring" -> object("dev.drover.api.IntOrString");
      case "bytes" -> object("dev.drover.api.Bytes");
      case "raw", "fieldsv1", "json" -> object("dev.drover.api.RawExtension");
      case "extravalue" -> object("java.util.List");
      default -> throw new IllegalArgumentException("no Java type for " + base);
    };
  }

  static JavaType object(String name) {
    return new JavaType(name, null, null);
  }
}
