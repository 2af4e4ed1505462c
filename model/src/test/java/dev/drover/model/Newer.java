package dev.drover.model;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import dev.drover.api.GroupVersionKind;
import dev.drover.schema.FieldEntry;
import dev.drover.schema.FieldType.Container;
import dev.drover.schema.TypeEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Objects as a newer server may send them: with an unknown field in every struct, at every depth.
final class Newer {
  /// The text in every new field.
  static final String MARK = "from the future";

  private static final String NAME = "xNew";
  private static final int NUMBER = 9999; // after all known fields, as new ones are
  private static final byte[] MAGIC = {'k', '8', 's', 0};
  private static final int RAW = 2;

  private Newer() {}

  /// The object with a new field in every struct.
  static Map<String, Object> json(Map<String, ?> object, GroupVersionKind gvk) {
    return struct(Table.typeOf(gvk), object);
  }

  private static Map<String, Object> struct(TypeEntry type, Map<String, ?> tree) {
    Map<String, Object> out = new LinkedHashMap<>();
    tree.forEach((name, value) -> out.put(name, member(type, name, value)));
    out.put(NAME, Map.of("list", Arrays.asList(1L, MARK, null), "none", Map.of()));
    return out;
  }

  private static Object member(TypeEntry type, String name, Object value) {
    FieldEntry field = Table.fieldsOf(type).get(name);
    if (field == null || !field.type().isStruct()) {
      return value;
    }
    TypeEntry below = Table.type(field.type().base());
    return switch (field.type().container()) {
      case LIST -> ((List<?>) value).stream().map(item -> value(below, item)).toList();
      case MAP -> {
        Map<String, Object> out = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((key, entry) -> out.put((String) key, value(below, entry)));
        yield out;
      }
      case VALUE, POINTER -> value(below, value);
    };
  }

  @SuppressWarnings("unchecked") // JSON has string keys
  private static Object value(TypeEntry type, Object value) {
    TypeEntry schema = Table.schemaIn(type).orElse(type);
    return switch (value) {
      case Map<?, ?> map -> struct(schema, (Map<String, ?>) map);
      case List<?> list -> list.stream().map(item -> value(schema, item)).toList();
      default -> value;
    };
  }

  /// The object with a new field in every message that stands for a struct.
  ///
  /// @param inlined whether also in messages that are part of their struct in JSON
  static byte[] protobuf(byte[] object, GroupVersionKind gvk, boolean inlined)
      throws InvalidProtocolBufferException {
    ByteString bytes = ByteString.copyFrom(object);
    UnknownFieldSet envelope = UnknownFieldSet.parseFrom(bytes.substring(MAGIC.length));
    ByteString raw = envelope.getField(RAW).getLengthDelimitedList().getFirst();
    ByteString changed = message(Table.typeOf(gvk), List.of(), raw, inlined);
    return ByteString.copyFrom(MAGIC)
        .concat(
            envelope.toBuilder()
                .clearField(RAW)
                .mergeField(RAW, field(changed))
                .build()
                .toByteString())
        .toByteArray();
  }

  /// A message of a type, or one inlined into it at a path.
  private static ByteString message(
      TypeEntry type, List<Integer> path, ByteString message, boolean inlined)
      throws InvalidProtocolBufferException {
    UnknownFieldSet.Builder out = UnknownFieldSet.newBuilder();
    for (var entry : UnknownFieldSet.parseFrom(message).asMap().entrySet()) {
      List<Integer> at = new ArrayList<>(path);
      at.add(entry.getKey());
      List<ByteString> values = entry.getValue().getLengthDelimitedList();
      if (values.isEmpty()) {
        out.addField(entry.getKey(), entry.getValue());
      }
      for (ByteString value : values) {
        out.mergeField(entry.getKey(), field(value(type, at, value, inlined)));
      }
    }
    if (path.isEmpty() || inlined) {
      out.addField(NUMBER, field(ByteString.copyFromUtf8(MARK)));
    }
    return out.build().toByteString();
  }

  private static ByteString value(
      TypeEntry type, List<Integer> at, ByteString value, boolean inlined)
      throws InvalidProtocolBufferException {
    Optional<FieldEntry> leaf =
        type.fields().stream().filter(field -> field.protoPath().equals(at)).findFirst();
    if (leaf.isEmpty()) {
      return message(type, at, value, inlined);
    }
    if (!leaf.get().type().isStruct()) {
      return value;
    }
    TypeEntry below = Table.type(leaf.get().type().base());
    return leaf.get().type().container() == Container.MAP
        ? entry(below, value, inlined)
        : message(below, List.of(), value, inlined);
  }

  private static ByteString entry(TypeEntry type, ByteString entry, boolean inlined)
      throws InvalidProtocolBufferException {
    UnknownFieldSet fields = UnknownFieldSet.parseFrom(entry);
    ByteString value = fields.getField(2).getLengthDelimitedList().getFirst();
    return fields.toBuilder()
        .clearField(2)
        .mergeField(2, field(message(type, List.of(), value, inlined)))
        .build()
        .toByteString();
  }

  private static UnknownFieldSet.Field field(ByteString value) {
    return UnknownFieldSet.Field.newBuilder().addLengthDelimited(value).build();
  }
}
