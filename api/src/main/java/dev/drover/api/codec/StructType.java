package dev.drover.api.codec;

import dev.drover.api.DecodeException;
import dev.drover.api.DecodeLimits;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.tree.DeepStack;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoEnvelope;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The description of a model class: its fields in order, as lines of the schema table. It drives
/// the codecs.
///
/// For generated code, and as a handle for it: `PodSpec.TYPE`.
public final class StructType<T extends Struct> extends ObjectType<T> {
  private static final int MAX_FIELDS = 62;

  private final String lines;
  private final StructFactory factory;
  private final int number;
  private final ProtoLayout layout;
  private final JsonForm form;
  private final boolean keepsUnknown;
  private final long embedded;
  private @Nullable T empty;

  /// A type from its field lines (`name protobufPath type flags...`, one per line); `number` is
  /// what the factory knows it by, `name` is `package.Type` as in `core/v1.PodSpec`.
  public StructType(StructFactory factory, int number, String name, String lines) {
    this(factory, number, name, lines, "", true);
  }

  /// As above, for a type that JSON writes in a form of its own (`schemaOrArray`, `schemaOrBool`,
  /// `schemaOrStrings`).
  public StructType(StructFactory factory, int number, String name, String lines, String form) {
    this(factory, number, name, lines, form, true);
  }

  private StructType(
      StructFactory factory,
      int number,
      String name,
      String lines,
      String form,
      boolean keepsUnknown) {
    super(name, FieldLines.parse(name, lines, factory));
    if (fields.length > MAX_FIELDS) {
      throw new IllegalArgumentException(
          name + " has " + fields.length + " fields; a struct holds " + MAX_FIELDS + " at most");
    }
    this.embedded =
        Arrays.stream(fields)
            .filter(f -> f.embedded)
            .mapToLong(f -> 1L << f.slot)
            .reduce(0, (a, b) -> a | b);
    this.lines = lines;
    this.factory = factory;
    this.number = number;
    this.layout = ProtoLayout.of(fields);
    this.form = JsonForm.of(form);
    this.keepsUnknown = keepsUnknown;
  }

  /// A type whose values leave out fields that it does not know.
  public static <T extends Struct> StructType<T> ofKnownFields(
      StructFactory factory, int number, String name, String lines) {
    return new StructType<>(factory, number, name, lines, "", false);
  }

  /// The name as in the schema table, `core/v1.PodSpec`.
  public String name() {
    return name;
  }

  /// The field lines, one per field, as in the schema table: name, protobuf path, type and what
  /// matters on the wire.
  public String lines() {
    return lines.strip();
  }

  /// Reads a value from JSON, or from protobuf in its envelope; `apiVersion` and `kind` are passed
  /// over.
  ///
  /// @throws DecodeException when the bytes are no such value
  public T decode(byte[] bytes, Format format) {
    Decoding decoding = new Decoding(null);
    int maxDepth = DecodeLimits.DEFAULT.maxDepth();
    try {
      return switch (format) {
        case JSON -> {
          decoding.expectRoot();
          yield readJson(JsonReader.over(bytes, 0, bytes.length, maxDepth), decoding, null);
        }
        case PROTOBUF -> {
          ProtoEnvelope envelope = ProtoEnvelope.read(bytes, 0, bytes.length);
          int length = envelope.to() - envelope.from();
          ProtoReader in = new ProtoReader(bytes, envelope.from(), envelope.to(), maxDepth);
          yield readProto(in, length, decoding, null);
        }
      };
    } catch (WireException e) {
      throw Codec.decodeFailure(name, e);
    }
  }

  /// Writes a value as JSON, or as protobuf in its envelope; an empty `gvk` is left out.
  public byte[] encode(T value, GroupVersionKind gvk, Format format) {
    if (format == Format.PROTOBUF) {
      ProtoWriter out = new ProtoWriter();
      writeMessage(out, value);
      String apiVersion = gvk.isEmpty() ? "" : gvk.apiVersion();
      return ProtoEnvelope.wrap(out, apiVersion, gvk.kind()).toByteArray();
    }
    JsonWriter out = new JsonWriter();
    if (gvk.isEmpty()) {
      writeJson(out, value);
    } else {
      writeRoot(out, gvk, value);
    }
    return out.toByteArray();
  }

  /// The value with no field set.
  public T empty() {
    T value = empty;
    if (value == null) {
      value = cast(factory.create(number, 0, new Object[0]));
      empty = value;
    }
    return value;
  }

  /// A bit for each field that holds a struct (or what is one in Go) and is no pointer: Go cannot
  /// tell an empty one from none.
  long embedded() {
    return embedded;
  }

  @Override
  Object zero() {
    return empty();
  }

  @Override
  boolean keepsUnknown() {
    return keepsUnknown;
  }

  @Override
  boolean hasEqualUnknown(T one, T other) {
    return Objects.equals(one.unknown(), other.unknown());
  }

  @Override
  boolean isJsonObject() {
    return form == JsonForm.OBJECT;
  }

  @Override
  T create(Decoding decoding, int base, long known) {
    UnknownFields.Collector unknown = (UnknownFields.Collector) decoding.slot(base + fields.length);
    long present = unknown == null ? known : known | Struct.UNKNOWN;
    if (present == 0) {
      return empty();
    }
    Object[] values = new Object[Long.bitCount(present)];
    int at = 0;
    for (long rest = known; rest != 0; rest &= rest - 1) {
      values[at++] = required(decoding.slot(base + Long.numberOfTrailingZeros(rest)));
    }
    if (unknown != null) {
      values[at] = unknown.collected();
    }
    return cast(factory.create(number, present, values));
  }

  /// A bit for each slot at `base` of the stack that has a value.
  private long present(Decoding decoding, int base) {
    long present = 0;
    for (int slot = 0; slot < fields.length; slot++) {
      if (decoding.slot(base + slot) != null) {
        present |= 1L << slot;
      }
    }
    return present;
  }

  /// A struct from full-width slots.
  T create(@Nullable Object[] slots, @Nullable Object unknown) {
    long present = 0;
    Object[] values = new Object[slots.length + 1];
    int n = 0;
    for (int slot = 0; slot < slots.length; slot++) {
      Object value = slots[slot];
      if (value != null && !fields[slot].isAbsent(value)) {
        present |= 1L << slot;
        values[n++] = value;
      }
    }
    if (unknown != null) {
      present |= Struct.UNKNOWN;
      values[n++] = unknown;
    }
    return n == 0 ? empty() : cast(factory.create(number, present, Arrays.copyOf(values, n)));
  }

  private static Object required(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException("a slot lost its value");
    }
    return value;
  }

  @Override
  @Nullable Object get(T value, int slot) {
    return value.slot(slot);
  }

  @Override
  T readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    return form == JsonForm.OBJECT
        ? super.readJson(in, decoding, skip)
        : cast(form.read(this, in, decoding));
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    if (form == JsonForm.OBJECT) {
      super.writeJson(out, value);
    } else {
      form.write(this, out, cast(value));
    }
  }

  @Override
  void writeUnknown(JsonWriter out, T value) {
    UnknownFields unknown = value.unknown();
    if (unknown != null) {
      unknown.writeJson(out);
    }
  }

  @Override
  T readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    int depth = decoding.enter();
    T value =
        DeepStack.isUsedUp(depth)
            ? DeepStack.call(depth, () -> readMessage(in, length, decoding, skip))
            : readMessage(in, length, decoding, skip);
    decoding.leave();
    return value;
  }

  private T readMessage(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    int base = decoding.reserve(fields.length + 1);
    int outer = in.push(length);
    readFields(in, layout, decoding, skip, base);
    in.pop(outer);
    if (decoding.hasRuns()) {
      wholeRuns(decoding, base);
    }
    T value = create(decoding, base, present(decoding, base));
    decoding.release(base);
    return value;
  }

  private void wholeRuns(Decoding decoding, int base) {
    for (int at = base; at < base + fields.length; at++) {
      if (decoding.slot(at) instanceof Runs runs) {
        decoding.slot(at, fields[at - base].frozen(runs.whole()));
      }
    }
  }

  private void readFields(
      ProtoReader in, ProtoLayout message, Decoding decoding, @Nullable Skip skip, int base) {
    while (!in.atEnd()) {
      int at = in.position();
      int tag = in.tag();
      ProtoEntry entry = message.entry(tag >>> 3);
      // No switch over types: until it is compiled, it is a method handle for every field.
      if (entry instanceof ProtoEntry.Leaf leaf) {
        readField(leaf.field(), in, at, tag, decoding, skip, base);
      } else if (entry instanceof ProtoLayout inlined) {
        in.require(tag, ProtoReader.LENGTH);
        int outer = in.push(in.length());
        readFields(in, inlined, decoding, skip, base);
        in.pop(outer);
      } else {
        in.skip(tag);
        if (keepsUnknown) {
          byte[] unknown = Arrays.copyOfRange(in.buffer(), at, in.position());
          UnknownFields.Collector.in(decoding, base + fields.length).proto(message.wrap(unknown));
        }
      }
    }
  }

  private void readField(
      Field field,
      ProtoReader in,
      int tagAt,
      int tag,
      Decoding decoding,
      @Nullable Skip skip,
      int base) {
    Skip below = skip == null ? null : skip.child(field.name);
    if (below != null && below.isLeaf()) {
      in.skip(tag);
      return;
    }
    int at = base + field.slot;
    ValueType type = field.type();
    try {
      if (type instanceof ListType list) {
        decoding.addRun(at, list.readRun(in, tagAt, tag, decoding, below));
      } else if (type instanceof MapType map) {
        decoding.addRun(at, map.readRun(in, tagAt, tag, decoding, below));
      } else {
        in.require(tag, type.wireType());
        int length = type.wireType() == ProtoReader.LENGTH ? in.length() : 0;
        Object value = decoding.proto(type, in, length, below, field.site);
        decoding.slot(at, value == null || field.readsAsAbsent(value) ? null : value);
      }
    } catch (WireException e) {
      throw e.in(field.name);
    }
  }

  @Override
  void writeProto(ProtoWriter out, Object value) {
    int depth = out.enter();
    if (DeepStack.isUsedUp(depth)) {
      DeepStack.run(depth, () -> writeWithLength(out, cast(value)));
    } else {
      writeWithLength(out, cast(value));
    }
    out.leave();
  }

  private void writeWithLength(ProtoWriter out, T struct) {
    int mark = out.mark();
    writeMessage(out, struct);
    out.lengthSince(mark);
  }

  /// Writes the fields, without the length.
  void writeMessage(ProtoWriter out, T struct) {
    UnknownFields unknown = struct.unknown();
    if (unknown != null) {
      unknown.writeProto(out);
    }
    layout.write(out, struct);
  }

  @Override
  void requireFit(String where, Object value) {
    if (!(value instanceof Struct struct) || struct.structType() != this) {
      throw new IllegalArgumentException(
          where + " is a " + name + ", not a " + value.getClass().getName());
    }
  }

  @Override
  T with(T struct, int slot, Object changed) {
    @Nullable Object[] slots = new Object[fields.length];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = i == slot ? changed : struct.slot(i);
    }
    return create(slots, struct.unknown());
  }
}
