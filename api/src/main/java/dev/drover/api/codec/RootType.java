package dev.drover.api.codec;

import dev.drover.api.DecodeException;
import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.ObjectMeta;
import dev.drover.api.tree.ArrayMap;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How a whole object is read and written, `apiVersion` and `kind` included.
///
/// For [dev.drover.api.Kind], which has one; user code reads and writes with a [Codec].
///
/// @param <T> the type of the objects
public abstract class RootType<T> {
  RootType() {}

  /// The form of a class of the model.
  public static <T extends Struct> RootType<T> ofStruct(StructType<T> type) {
    return new OfStruct<>(type);
  }

  /// The form of a record.
  ///
  /// @throws IllegalArgumentException when it has no metadata, names its own kind, or has a
  ///   component without a JSON form
  public static <T> RootType<T> ofRecord(Class<T> type) {
    RecordType<T> record = RecordType.of(type);
    record.verify();
    Field metadata = record.field("metadata");
    if (metadata == null || metadata.type() != ObjectMeta.TYPE) {
      throw new IllegalArgumentException(
          type.getName() + " has no component 'ObjectMeta metadata', as every object must");
    }
    for (String name : List.of("apiVersion", "kind")) {
      if (record.field(name) != null) {
        throw new IllegalArgumentException(
            "%s has a component '%s': leave it out, @CustomResource says it already"
                .formatted(type.getName(), name));
      }
    }
    return new OfRecord<>(record);
  }

  /// The form of untyped objects.
  ///
  /// @param expected what an object is that does not say so itself
  public static RootType<DynamicObject> ofTree(GroupVersionKind expected, TreeFactory factory) {
    return new DynamicRoot(expected, factory);
  }

  /// Makes untyped objects of their parts.
  @FunctionalInterface
  public interface TreeFactory {
    /// An object with these fields besides its metadata.
    @SuppressWarnings("exports") // for this module
    DynamicObject create(
        GroupVersionKind gvk, ObjectMeta metadata, ArrayMap<@Nullable Object> fields);
  }

  /// Reads an object; what it says of its own kind is left in `decoding`.
  abstract T readJson(JsonReader in, Decoding decoding, @Nullable Skip skip);

  abstract void writeJson(JsonWriter out, GroupVersionKind gvk, T object);

  /// The merge patch that makes `next` of `old`.
  abstract Map<String, @Nullable Object> difference(T old, T next);

  /// A copy with one of its fields changed.
  public abstract T with(T object, String field, Object value);

  /// An object with nothing but metadata.
  public abstract T create(GroupVersionKind gvk, ObjectMeta metadata);

  /// What a CustomResourceDefinition says of these objects.
  public abstract Map<String, Object> schema();

  /// What a CustomResourceDefinition says of this version of a kind.
  public Map<String, @Nullable Object> version(Kind<?> kind) {
    return new VersionEntry(kind.gvk().version())
        .with("schema", Map.of("openAPIV3Schema", schema()))
        .tree();
  }

  /// Whether a record below has no generated codec, see [RecordCodec].
  public boolean usesReflection() {
    return false;
  }

  /// Whether objects have a protobuf form.
  public boolean hasProtobuf() {
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
    public final Map<String, Object> schema() {
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
    public final T with(T object, String field, Object value) {
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
    public boolean hasProtobuf() {
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
    public T create(GroupVersionKind gvk, ObjectMeta metadata) {
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
    public Map<String, @Nullable Object> version(Kind<?> kind) {
      return VersionEntry.of(type, kind);
    }

    @Override
    public boolean usesReflection() {
      return type.usesReflection();
    }

    @Override
    public T create(GroupVersionKind gvk, ObjectMeta metadata) {
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
