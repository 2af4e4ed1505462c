package dev.drover.schema;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import dev.drover.api.TypeMeta;
import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructFactory;
import dev.drover.api.codec.StructType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Turns built-in objects of any kind between JSON, protobuf and JSON trees, by the table alone and
/// without a Java class per type. For parties that handle all kinds alike, such as a server.
///
/// Trees are immutable maps, lists, strings, [Long], [Double], [Boolean] and null. Safe for any
/// number of threads.
public final class TreeCodec {
  private final SchemaTable table;
  private final Map<GroupVersionKind, String> typeNames = new HashMap<>();
  private final Types types = new Types();

  /// A codec for the types of this table.
  public TreeCodec(SchemaTable table) {
    this.table = table;
    for (KindEntry kind : table.kinds()) {
      typeNames.put(kind.gvk(), kind.type());
      String list = kind.listType();
      if (list != null) {
        typeNames.put(kind.gvk().withKind(kind.gvk().kind() + "List"), list);
      }
    }
    for (ObjectEntry object : table.objects()) {
      typeNames.put(object.gvk(), object.type());
      String list = object.type() + "List"; // of what is no resource but comes in lists
      if (table.type(list).isPresent()) {
        typeNames.putIfAbsent(object.gvk().withKind(object.gvk().kind() + "List"), list);
      }
    }
  }

  /// Whether the table has this kind, and protobuf can be read and written.
  public boolean knows(GroupVersionKind gvk) {
    return typeNames.containsKey(withVersion(gvk));
  }

  /// The oldest documents of discovery do not say their version.
  private static GroupVersionKind withVersion(GroupVersionKind gvk) {
    return gvk.version().isEmpty() ? new GroupVersionKind("", "v1", gvk.kind()) : gvk;
  }

  /// Reads an object into a tree, `apiVersion` and `kind` included.
  ///
  /// @throws DecodeException when the bytes are no object, or protobuf of a kind that the table
  ///   does not have
  public Map<String, @Nullable Object> decode(byte[] bytes, Format format) {
    byte[] json = format == Format.JSON ? bytes : protobufToJson(bytes);
    if (new RawExtension(Bytes.of(json)).tree() instanceof Map<?, ?> tree) {
      return cast(tree);
    }
    throw new IllegalArgumentException("an object must be a JSON object");
  }

  @SuppressWarnings("unchecked") // JSON has string keys
  private static Map<String, @Nullable Object> cast(Map<?, ?> tree) {
    return (Map<String, @Nullable Object>) tree;
  }

  /// Writes a tree; for protobuf its `apiVersion` and `kind` must name a kind of the table.
  public byte[] encode(Map<String, ? extends @Nullable Object> tree, Format format) {
    byte[] json = RawExtension.ofTree(tree).raw().toByteArray();
    return format == Format.JSON ? json : jsonToProtobuf(json);
  }

  /// The JSON of a protobuf object.
  public byte[] protobufToJson(byte[] protobuf) {
    GroupVersionKind gvk = TypeMeta.of(protobuf, Format.PROTOBUF).gvk();
    return convert(typeOf(gvk), protobuf, Format.PROTOBUF, gvk);
  }

  /// The protobuf of a JSON object. Fields that the table does not have have no number there and
  /// are left out.
  public byte[] jsonToProtobuf(byte[] json) {
    GroupVersionKind gvk = TypeMeta.of(json, Format.JSON).gvk();
    return convert(typeOf(gvk), json, Format.JSON, gvk);
  }

  private static <S extends Struct> byte[] convert(
      StructType<S> type, byte[] bytes, Format from, GroupVersionKind gvk) {
    Format to = from == Format.JSON ? Format.PROTOBUF : Format.JSON;
    return type.encode(type.decode(bytes, from), gvk, to);
  }

  /// The struct type of a kind.
  StructType<?> typeOf(GroupVersionKind gvk) {
    String name =
        Optional.ofNullable(typeNames.get(withVersion(gvk)))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the table of " + table.release() + " has no kind " + gvk));
    return types.type(name);
  }

  /// The struct types of the table, made when they are first needed.
  private final class Types extends StructFactory {
    private final Map<String, StructType<TableStruct>> byName = new HashMap<>();
    private final List<StructType<TableStruct>> byNumber = new ArrayList<>();

    @Override
    protected synchronized Struct create(int number, long present, Object[] values) {
      return new TableStruct(byNumber.get(number), present, values);
    }

    @Override
    protected synchronized StructType<TableStruct> type(String reference) {
      StructType<TableStruct> known = byName.get(reference);
      if (known != null) {
        return known;
      }
      TypeEntry entry =
          table
              .type(reference)
              .orElseThrow(() -> new IllegalStateException("the table has no type " + reference));
      String form = entry.jsonForm();
      StructType<TableStruct> made =
          new StructType<>(
              this, byNumber.size(), reference, entry.codecLines(), form == null ? "" : form);
      byNumber.add(made);
      byName.put(reference, made);
      return made;
    }
  }

  private static final class TableStruct extends Struct {
    private final StructType<TableStruct> type;

    TableStruct(StructType<TableStruct> type, long present, Object[] values) {
      super(present, values);
      this.type = type;
    }

    @Override
    protected StructType<TableStruct> structType() {
      return type;
    }
  }
}
