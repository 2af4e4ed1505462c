package dev.drover.api;

import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a whole object is read and written, `apiVersion` and `kind` included.
abstract class RootType<T> {
  /// Reads an object; what it says of its own kind is left in `decoding`.
  abstract T readJson(JsonReader in, Decoding decoding, @Nullable Skip skip);

  abstract void writeJson(JsonWriter out, GroupVersionKind gvk, T object);

  /// The merge patch that makes `next` of `old`.
  abstract Map<String, @Nullable Object> difference(T old, T next);

  /// A copy with one of its fields changed.
  abstract T with(T object, String field, Object value);

  /// An object with nothing but metadata.
  abstract T create(GroupVersionKind gvk, ObjectMeta metadata);

  /// What a CustomResourceDefinition says of these objects.
  abstract Map<String, Object> schema();

  boolean hasProtobuf() {
    return false;
  }

  T readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    throw new DecodeException("custom kinds have no protobuf form; ask for JSON");
  }

  /// Writes the object without its length.
  void writeProto(ProtoWriter out, T object) {
    throw new UnsupportedOperationException("custom kinds have no protobuf form");
  }

  static void writeTypeMeta(JsonWriter out, GroupVersionKind gvk) {
    out.name("apiVersion").string(gvk.apiVersion()).name("kind").string(gvk.kind());
  }

  /// An object with fields of known types.
  private abstract static class OfFields<T> extends RootType<T> {
    private final ObjectType<T> type;

    OfFields(ObjectType<T> type) {
      this.type = type;
    }

    @Override
    final Map<String, Object> schema() {
      return TypeSchema.ofRoot(type);
    }

    @Override
    final T readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
      decoding.expectRoot();
      return type.readJson(in, decoding, skip);
    }

    @Override
    final void writeJson(JsonWriter out, GroupVersionKind gvk, T object) {
      type.writeRoot(out, gvk, object);
    }

    @Override
    final Map<String, @Nullable Object> difference(T old, T next) {
      return Difference.of(type, old, next);
    }

    @Override
    final T with(T object, String field, Object value) {
      return type.with(object, slot(type, field, value), value);
    }
  }

  /// A class of the model.
  static final class OfStruct<T extends Struct> extends OfFields<T> {
    private final StructType<T> type;

    OfStruct(StructType<T> type) {
      super(type);
      this.type = type;
    }

    @Override
    boolean hasProtobuf() {
      return true;
    }

    @Override
    T readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
      decoding.expectRoot();
      decoding.takeRoot();
      return type.readProto(in, length, decoding, skip);
    }

    @Override
    void writeProto(ProtoWriter out, T object) {
      type.writeMessage(out, object);
    }

    @Override
    T create(GroupVersionKind gvk, ObjectMeta metadata) {
      return with(type.empty(), "metadata", metadata);
    }
  }

  /// A record of the user's.
  static final class OfRecord<T> extends OfFields<T> {
    private final RecordType<T> type;

    OfRecord(RecordType<T> type) {
      super(type);
      this.type = type;
    }

    @Override
    T create(GroupVersionKind gvk, ObjectMeta metadata) {
      return with(type.zero(), "metadata", metadata);
    }
  }

  private static int slot(ObjectType<?> type, String name, Object value) {
    Field field = type.field(name);
    if (field == null) {
      throw new IllegalArgumentException(type.name + " has no field " + name);
    }
    field.type().requireFit(type.name + "." + name, value);
    return field.slot;
  }
}
