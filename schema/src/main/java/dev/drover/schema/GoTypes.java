package dev.drover.schema;

/// What Go calls the types of the table, for messages.
final class GoTypes {
  private GoTypes() {}

  /// The simple name of a struct: `PodSpec` for `core/v1.PodSpec`.
  static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /// The type of a field, without the pointer: `[]v1.Container`, `map[string]string`, `int32`.
  static String ofField(FieldEntry field) {
    String item = ofItem(field);
    return switch (field.type().container()) {
      case VALUE, POINTER -> item;
      case LIST -> "[]" + item;
      case MAP -> "map[string]" + item;
    };
  }

  /// The type of what a field holds, items of a list or map included.
  static String ofItem(FieldEntry field) {
    String base = field.type().base();
    if (field.type().isStruct()) {
      return base.substring(base.indexOf('/') + 1);
    }
    return switch (base) {
      case "bytes" -> "[]uint8";
      case "double" -> "float64";
      default -> base;
    };
  }
}
