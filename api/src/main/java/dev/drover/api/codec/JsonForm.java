package dev.drover.api.codec;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import org.jspecify.annotations.Nullable;

/// The form of a struct in JSON: an object, or, for three types of CRD schemas, one of two forms.
/// Those three types keep the schema in one slot and the alternative in the other.
enum JsonForm {
  /// An object with the struct's fields.
  OBJECT(-1, -1),
  /// A schema or a list of schemas (`items`).
  SCHEMA_OR_ARRAY(0, 1),
  /// A schema or true or false (`additionalProperties`). A schema alone allows.
  SCHEMA_OR_BOOL(1, 0),
  /// A schema or a list of names (`dependencies`).
  SCHEMA_OR_STRINGS(0, 1);

  private final int schema;
  private final int other;

  JsonForm(int schema, int other) {
    this.schema = schema;
    this.other = other;
  }

  static JsonForm of(String name) {
    return switch (name) {
      case "" -> OBJECT;
      case "schemaOrArray" -> SCHEMA_OR_ARRAY;
      case "schemaOrBool" -> SCHEMA_OR_BOOL;
      case "schemaOrStrings" -> SCHEMA_OR_STRINGS;
      default -> throw new IllegalArgumentException("unknown JSON form '" + name + "'");
    };
  }

  <T extends Struct> Struct read(StructType<T> type, JsonReader in, Decoding decoding) {
    int slot = in.peek() == '{' ? schema : other;
    Object value = type.fields[slot].type().readJson(in, decoding, null);
    @Nullable Object[] slots = new Object[type.fields.length];
    slots[slot] = value;
    if (this == SCHEMA_OR_BOOL && slot == schema) {
      slots[other] = true;
    }
    return type.create(slots, null);
  }

  void write(StructType<?> type, JsonWriter out, Struct struct) {
    Object one = struct.slot(schema);
    Object two = struct.slot(other);
    boolean schemaFirst = this == SCHEMA_OR_BOOL;
    if (one != null && (schemaFirst || two == null)) {
      type.fields[schema].type().writeJson(out, one);
    } else if (two != null) {
      type.fields[other].type().writeJson(out, two);
    } else if (schemaFirst) {
      out.bool(false);
    } else {
      out.nul();
    }
  }
}
