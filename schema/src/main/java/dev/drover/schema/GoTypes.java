package dev.drover.schema;

/// The names of Go for the types of the table, for messages.
final class GoTypes {
  private static final String LIST = "[]";
  private static final String MAP = "map[string]";

  private GoTypes() {}

  /// The simple name of a struct: `PodSpec` for `core/v1.PodSpec`.
  static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /// The type of what a field holds: of the items of a list or map, else its own.
  static String ofItem(FieldEntry field) {
    String type = field.goType();
    return switch (field.type().container()) {
      case VALUE, POINTER -> type;
      case LIST ->
          type.startsWith(LIST) ? withoutPointer(type.substring(LIST.length())) : base(field);
      case MAP -> type.startsWith(MAP) ? type.substring(MAP.length()) : base(field);
    };
  }

  private static String withoutPointer(String type) {
    return type.startsWith("*") ? type.substring(1) : type;
  }

  /// A named list or map does not tell what is in it.
  private static String base(FieldEntry field) {
    return new FieldType(FieldType.Container.VALUE, field.type().base()).goName();
  }
}
