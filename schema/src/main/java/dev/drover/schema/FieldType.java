package dev.drover.schema;

import java.util.Objects;

/// The type of a field as the table writes it: `string`, `*int32`, `[]core/v1.Container`,
/// `map[]quantity`.
///
/// @param container how the field holds its base type
/// @param base the name of a well-known type such as `string`, `int64`, `time` or `quantity`, or of
///   a struct as in `core/v1.Container`
public record FieldType(Container container, String base) {
  /// How a field holds its base type.
  public enum Container {
    /// The value itself: Go's zero value means absent.
    VALUE(""),
    /// A pointer: zero is a value, absence is something else.
    POINTER("*"),
    /// A list.
    LIST("[]"),
    /// A map from strings.
    MAP("map[]");

    private final String prefix;

    Container(String prefix) {
      this.prefix = prefix;
    }
  }

  /// Neither part may be missing.
  public FieldType {
    Objects.requireNonNull(container, "container");
    if (base.isEmpty()) {
      throw new IllegalArgumentException(
          "a type needs a base, got only '" + container.prefix + "'");
    }
  }

  /// Reads the table's notation.
  ///
  /// @throws IllegalArgumentException if there is only a container, or a container in a container
  public static FieldType parse(String text) {
    Container container = Container.VALUE;
    for (Container candidate : Container.values()) {
      if (text.startsWith(candidate.prefix)) {
        container = candidate; // every text starts with the empty prefix, which comes first
      }
    }
    String base = text.substring(container.prefix.length());
    if (base.startsWith("*") || base.contains("[")) {
      throw new IllegalArgumentException("a container in a container: '" + text + "'");
    }
    return new FieldType(container, base);
  }

  /// What Go calls the type in messages if nothing else is known, without the pointer:
  /// `[]v1.Container`, `map[string]string`, `int32`.
  public String goName() {
    String item =
        switch (base) {
          case "bytes" -> "[]uint8";
          case "double" -> "float64";
          case "time" -> "v1.Time";
          case "microtime" -> "v1.MicroTime";
          case "duration" -> "v1.Duration";
          case "fieldsv1" -> "v1.FieldsV1";
          case "quantity" -> "resource.Quantity";
          case "intorstring" -> "intstr.IntOrString";
          case "raw" -> "runtime.RawExtension";
          case "json" -> "v1.JSON";
          default -> base.substring(base.indexOf('/') + 1);
        };
    return switch (container) {
      case VALUE, POINTER -> item;
      case LIST -> "[]" + item;
      case MAP -> "map[string]" + item;
    };
  }

  /// Whether the base is a struct of the table, not a well-known type.
  public boolean isStruct() {
    return base.indexOf('/') >= 0;
  }

  /// Whether this is a list or a map.
  public boolean isCollection() {
    return container == Container.LIST || container == Container.MAP;
  }

  /// The table's notation.
  @Override
  public String toString() {
    return container.prefix + base;
  }
}
