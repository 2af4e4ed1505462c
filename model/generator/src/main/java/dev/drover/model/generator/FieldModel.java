package dev.drover.model.generator;

import dev.drover.schema.FieldEntry;
import dev.drover.schema.FieldType.Container;
import java.util.Locale;

/// A field of a class.
///
/// @param slot the field's number within the struct
/// @param entry what the table says
/// @param base the base type's name in the table; differs from the entry's where a type has moved
/// @param type the Java type of the base
record FieldModel(int slot, FieldEntry entry, String base, JavaType type) {
  /// The accessor's name.
  String name() {
    return JavaNames.method(entry.name());
  }

  /// What one item is called.
  String singular() {
    return JavaNames.singular(entry.name());
  }

  Container container() {
    return entry.type().container();
  }

  boolean isStruct() {
    return entry.type().isStruct();
  }

  /// Whether this is one value of a base that is no struct.
  boolean isScalar() {
    return !isStruct() && !entry.type().isCollection();
  }

  boolean is(String jsonName, String type) {
    return entry.name().equals(jsonName) && base.equals(type) && !entry.type().isCollection();
  }

  /// Whether the accessor may return null.
  boolean isNullable() {
    return switch (container()) {
      case LIST, MAP -> false;
      case POINTER -> true;
      case VALUE ->
          switch (base) {
            case "string" -> entry.omitEmpty();
            case "extravalue" -> false;
            default -> !isStruct() && type.primitive() == null;
          };
    };
  }

  /// The line that describes the field to the codecs at run time: facts that matter there, and no
  /// others.
  String line() {
    StringBuilder line = new StringBuilder(entry.name());
    String path = String.join(".", entry.protoPath().stream().map(String::valueOf).toList());
    line.append(' ').append(path).append(' ');
    line.append(entry.type().toString().replace(entry.type().base(), base));
    line.append(entry.omitEmpty() ? " omitempty" : "");
    line.append(entry.omitZero() ? " omitzero" : "");
    line.append(entry.isNullable() ? " nullable" : "");
    line.append(entry.secret() ? " secret" : "");
    return line.append(mergeFacts()).toString();
  }

  /// How server-side apply merges the field, for the schemas of custom kinds that embed the type.
  private String mergeFacts() {
    StringBuilder facts = new StringBuilder();
    if (entry.listType() != null) {
      facts.append(" listType=").append(entry.listType().name().toLowerCase(Locale.ROOT));
    }
    if (!entry.listKeys().isEmpty()) {
      facts.append(" listKeys=").append(String.join(",", entry.listKeys()));
    }
    String value = entry.defaultValue();
    if (value != null && isScalar() && value.indexOf(' ') < 0) {
      facts.append(" default=").append(value);
    }
    return facts.toString();
  }
}
