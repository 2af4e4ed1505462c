package dev.drover.api;

import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoWriter;
import java.util.Arrays;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a newer server sent and this library has no name for, kept as it came.
///
/// JSON fields by name, protobuf fields as raw bytes; each goes back out in its own format only,
/// because nobody here knows what it is called in the other.
record UnknownFields(ArrayMap<Bytes> json, Bytes proto) {
  private static final UnknownFields NONE = new UnknownFields(ArrayMap.empty(), Bytes.EMPTY);

  static UnknownFields plus(@Nullable Object before, String name, byte[] value) {
    UnknownFields known = before == null ? NONE : (UnknownFields) before;
    TreeMap<String, Bytes> more = new TreeMap<>(known.json);
    more.put(name, Bytes.wrap(value));
    return new UnknownFields((ArrayMap<Bytes>) ArrayMap.copyOf(more), known.proto);
  }

  static UnknownFields plus(@Nullable Object before, byte[] field) {
    UnknownFields known = before == null ? NONE : (UnknownFields) before;
    byte[] old = known.proto.array();
    byte[] all = Arrays.copyOf(old, old.length + field.length);
    System.arraycopy(field, 0, all, old.length, field.length);
    return new UnknownFields(known.json, Bytes.wrap(all));
  }

  void writeJson(JsonWriter out) {
    for (int i = 0; i < json.size(); i++) {
      out.name(json.keyAt(i)).raw(json.valueAt(i).array());
    }
  }

  void writeProto(ProtoWriter out) {
    out.raw(proto.array());
  }

  @Override
  public String toString() {
    return json.size() + " JSON fields and " + proto.length() + " bytes of protobuf";
  }
}
