package dev.drover.schema;

import dev.drover.schema.FieldType.Container;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// A place that holds a value in Go: a field, or an item of a list or map field.
///
/// @param owner the struct that has the field
/// @param container how the value is held here; items are held as values
record Slot(Structure.Fields owner, FieldEntry field, Container container, Structure structure) {

  static Slot of(Structure.Fields owner, Structure.Member member) {
    FieldEntry field = member.entry().orElseThrow();
    return new Slot(owner, field, field.type().container(), member.structure());
  }

  /// The place of one item, of a list or a map.
  Slot item() {
    return switch (structure) {
      case Structure.Listing list -> new Slot(owner, field, Container.VALUE, list.item());
      case Structure.Dictionary map -> new Slot(owner, field, Container.VALUE, map.value());
      default -> throw new IllegalStateException(field.name() + " has no items");
    };
  }

  String base() {
    return field.type().base();
  }

  /// For a schema that may be something else in JSON: which (`schemaOrBool` and so on); else null.
  @Nullable String jsonForm() {
    boolean hasForms = structure instanceof Structure.Anything && field.type().isStruct();
    if (!hasForms) {
      return null;
    }
    return switch (GoTypes.simpleName(base())) {
      case "JSONSchemaPropsOrBool" -> "schemaOrBool";
      case "JSONSchemaPropsOrArray" -> "schemaOrArray";
      default -> "schemaOrStrings";
    };
  }

  /// Whether JSON's `null` takes away what is here; else it does nothing.
  boolean isClearedByNull() {
    return container != Container.VALUE
        || switch (base()) {
          case "bytes", "extravalue", "time", "microtime", "quantity", "intorstring" -> true;
          default -> false;
        };
  }

  /// What Go has in a place that was never set; null for what is nil, and for the zero time.
  @Nullable Object zero() {
    if (container != Container.VALUE) {
      return null;
    }
    if (structure instanceof Structure.Fields) {
      return new LinkedHashMap<String, @Nullable Object>();
    }
    return switch (base()) {
      case "string" -> "";
      case "bool" -> false;
      case "int32", "int64", "intorstring" -> 0L;
      case "double" -> 0.0;
      case "quantity" -> "0";
      default -> null;
    };
  }
}
