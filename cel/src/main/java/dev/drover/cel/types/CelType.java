package dev.drover.cel.types;

import java.util.List;
import java.util.stream.Collectors;

/// A type of CEL: a kind, a name, and the types it is made of.
///
/// In Go: `types.Type`.
///
/// @param kind what family of types it belongs to
/// @param name the name at run time, such as `google.protobuf.Duration`
/// @param parameters the types of the elements, keys and values
public record CelType(Kind kind, String name, List<CelType> parameters) {
  /// The families of types.
  public enum Kind {
    DYN,
    ERROR,
    NULL,
    BOOL,
    INT,
    UINT,
    DOUBLE,
    STRING,
    BYTES,
    DURATION,
    TIMESTAMP,
    LIST,
    MAP,
    TYPE,
    STRUCT,
    OPAQUE,
    PARAMETER
  }

  public static final CelType DYN = simple(Kind.DYN, "dyn");
  public static final CelType ERROR = simple(Kind.ERROR, "!error!");
  public static final CelType NULL = simple(Kind.NULL, "null_type");
  public static final CelType BOOL = simple(Kind.BOOL, "bool");
  public static final CelType INT = simple(Kind.INT, "int");
  public static final CelType UINT = simple(Kind.UINT, "uint");
  public static final CelType DOUBLE = simple(Kind.DOUBLE, "double");
  public static final CelType STRING = simple(Kind.STRING, "string");
  public static final CelType BYTES = simple(Kind.BYTES, "bytes");
  public static final CelType DURATION = simple(Kind.DURATION, "google.protobuf.Duration");
  public static final CelType TIMESTAMP = simple(Kind.TIMESTAMP, "google.protobuf.Timestamp");
  public static final CelType TYPE = simple(Kind.TYPE, "type");
  public static final CelType LIST = simple(Kind.LIST, "list");
  public static final CelType MAP = simple(Kind.MAP, "map");
  public static final CelType OPTIONAL = simple(Kind.OPAQUE, "optional_type");

  public CelType {
    parameters = List.copyOf(parameters);
  }

  private static CelType simple(Kind kind, String name) {
    return new CelType(kind, name, List.of());
  }

  public static CelType list(CelType element) {
    return new CelType(Kind.LIST, "list", List.of(element));
  }

  public static CelType map(CelType key, CelType value) {
    return new CelType(Kind.MAP, "map", List.of(key, value));
  }

  public static CelType optional(CelType value) {
    return new CelType(Kind.OPAQUE, "optional_type", List.of(value));
  }

  public static CelType type(CelType of) {
    return new CelType(Kind.TYPE, "type", List.of(of));
  }

  public static CelType struct(String name) {
    return simple(Kind.STRUCT, name);
  }

  public static CelType parameter(String name) {
    return simple(Kind.PARAMETER, name);
  }

  public CelType element() {
    return parameters.getFirst();
  }

  public boolean isOptional() {
    return kind == Kind.OPAQUE && name.equals("optional_type");
  }

  /// The type without its optional around it.
  public CelType unwrapped() {
    return isOptional() && !parameters.isEmpty() ? element() : this;
  }

  public boolean isDyn() {
    return kind == Kind.DYN;
  }

  public boolean isError() {
    return kind == Kind.ERROR;
  }

  /// As messages have it.
  public String format() {
    return switch (kind) {
      case DURATION -> "duration";
      case TIMESTAMP -> "timestamp";
      case NULL -> "null";
      default ->
          parameters.isEmpty()
              ? name
              : parameters.stream()
                  .map(CelType::format)
                  .collect(Collectors.joining(", ", name + "(", ")"));
    };
  }

  @Override
  public String toString() {
    return format();
  }
}
