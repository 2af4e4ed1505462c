package dev.drover.api.codec;

import dev.drover.api.Bytes;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.tree.DeepStack;
import dev.drover.api.wire.FieldName;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An object with named fields of known types: a [StructType] of the model or a [RecordType] of the
/// user's.
///
/// The way through JSON is the same for both; they differ in how a value is put together and taken
/// apart.
abstract class ObjectType<T> extends ValueType {
  final String name;
  private final int[] byName; // slot + 1 by name hash, open addressing, 0 = free
  final Field[] fields;
  private final FieldName[] names; // of the fields, next to each other
  private final boolean hasMetadata; // as whole objects have it

  ObjectType(String name, List<Field> fields) {
    super(saltOf(name));
    this.name = name;
    this.fields = fields.toArray(Field[]::new);
    this.names = fields.stream().map(field -> field.json).toArray(FieldName[]::new);
    this.hasMetadata = fields.stream().anyMatch(field -> field.name.equals("metadata"));
    this.byName = new int[Math.max(8, Integer.highestOneBit(fields.size()) * 8)];
    for (Field field : this.fields) {
      int i = JsonReader.nameHash(field.json.bytes()) & byName.length - 1;
      while (byName[i] != 0) {
        i = i + 1 & byName.length - 1;
      }
      byName[i] = field.slot + 1;
    }
  }

  /// Puts a value together from the slots at `base` of the stack; absent ones are null. `present`
  /// has a bit for each slot below 63 that is not.
  abstract T create(Decoding decoding, int base, long present);

  /// A copy with one field changed.
  abstract T with(T value, int slot, Object changed);

  /// The value in a slot, or null when it is absent.
  abstract @Nullable Object get(T value, int slot);

  /// Whether fields that the type does not know are kept (in the slot after the last field).
  abstract boolean keepsUnknown();

  /// Whether two values have the same fields that the type does not know.
  boolean hasEqualUnknown(T one, T other) {
    return true;
  }

  /// Whether JSON writes a value as an object with these fields.
  boolean isJsonObject() {
    return true;
  }

  @SuppressWarnings("unchecked") // a type writes only what it made
  T cast(Object value) {
    return (T) value;
  }

  @Override
  T readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    int depth = decoding.enter();
    T value =
        DeepStack.isUsedUp(depth)
            ? DeepStack.call(depth, () -> readMembers(in, decoding, skip))
            : readMembers(in, decoding, skip);
    decoding.leave();
    return value;
  }

  private T readMembers(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    boolean root = decoding.takeRoot();
    int base = decoding.reserve(fields.length + 1);
    in.beginObject();
    int guess = 0;
    int before = -1;
    long present = 0;
    for (boolean first = true; ; first = false) {
      Field field;
      if (guess < fields.length && in.nextNameIs(names[guess], first)) {
        field = fields[guess];
      } else if (in.nextName(first)) {
        field = lookUp(in);
      } else {
        break;
      }
      if (field == null) {
        other(in, decoding, base, root);
        continue;
      }
      if (before >= 0 && fields[before].follower != field.slot) {
        fields[before].follower = field.slot; // seldom: other threads read it all the time
      }
      before = field.slot;
      guess = field.follower;
      long bit = 1L << field.slot;
      present = readField(field, in, decoding, skip, base) ? present | bit : present & ~bit;
    }
    T value = create(decoding, base, present);
    decoding.release(base);
    return value;
  }

  /// Whether there is a value then.
  private boolean readField(
      Field field, JsonReader in, Decoding decoding, @Nullable Skip skip, int base) {
    Skip below = skip == null ? null : skip.child(field.name);
    if (below != null && below.isLeaf()) {
      in.skip();
      return false;
    }
    try {
      Object value = in.tryNull() ? null : decoding.json(field.type(), in, below, field.site);
      boolean present = value != null && !field.readsAsAbsent(value);
      decoding.slot(base + field.slot, present ? value : null);
      return present;
    } catch (WireException e) {
      throw e.in(field.name);
    }
  }

  /// A name that is no field: the object's own type, or something newer than this library. Objects
  /// inside of objects (the claims of a StatefulSet) name their type in JSON only, and need not.
  private void other(JsonReader in, Decoding decoding, int base, boolean root) {
    String name = in.name();
    boolean typeMeta = name.equals("kind") || name.equals("apiVersion");
    try {
      if (root && typeMeta) {
        decoding.typeMeta(name, in.tryNull() ? "" : in.string());
      } else if (keepsUnknown() && !(typeMeta && hasMetadata)) {
        UnknownFields.Collector.in(decoding, base + fields.length).json(name, in.raw(Bytes::of));
      } else {
        in.skipChecked();
      }
    } catch (WireException e) {
      throw e.in(name);
    }
  }

  private @Nullable Field lookUp(JsonReader in) {
    int i = in.nameHash() & byName.length - 1;
    for (; byName[i] != 0; i = i + 1 & byName.length - 1) {
      Field field = fields[byName[i] - 1];
      if (in.nameEquals(field.json.bytes())) {
        return field;
      }
    }
    return in.nameHasEscapes() ? field(in.name()) : null;
  }

  /// The field of this JSON name.
  @Nullable Field field(String json) {
    for (Field field : fields) {
      if (field.name.equals(json)) {
        return field;
      }
    }
    return null;
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    int depth = out.depth();
    if (DeepStack.isUsedUp(depth)) {
      DeepStack.run(depth, () -> writeJson(out, value));
      return;
    }
    out.beginObject();
    writeMembers(out, cast(value));
    out.endObject();
  }

  /// Writes a whole object, its kind first.
  final void writeRoot(JsonWriter out, GroupVersionKind gvk, T value) {
    out.beginObject();
    RootType.writeTypeMeta(out, gvk);
    writeMembers(out, value);
    out.endObject();
  }

  /// Writes the fields of a value into an object that the caller has begun.
  final void writeFields(JsonWriter out, Object value) {
    writeMembers(out, cast(value));
  }

  private void writeMembers(JsonWriter out, T value) {
    for (Field field : fields) {
      writeMember(out, field, value);
    }
    writeUnknown(out, value);
  }

  /// Writes the name and the value of one field, or nothing.
  final void writeMember(JsonWriter out, Field field, T value) {
    Object member = get(value, field.slot);
    if (member != null) {
      out.name(field.json.bytes());
      field.type().writeJson(out, member);
    } else if (!field.omitEmpty && !field.pointer && !out.isSparse()) {
      writeAbsent(out, field);
    }
  }

  /// Go writes a field without `omitempty` even when nothing was set, and strict readers insist on
  /// it. A list that is not required is null as in Go: to send an empty one is to own it.
  private static void writeAbsent(JsonWriter out, Field field) {
    Object zero = field.nullable ? null : field.type().zero();
    out.name(field.json.bytes());
    if (zero == null) {
      out.nul();
    } else {
      field.type().writeJson(out, zero);
    }
  }

  abstract void writeUnknown(JsonWriter out, T value);
}
