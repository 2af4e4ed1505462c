package dev.drover.api.codec;

import dev.drover.api.Bytes;
import dev.drover.api.tree.ArrayMap;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoWriter;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/// What a newer server sent and this library has no name for, kept as it came.
///
/// JSON fields by name, protobuf fields as raw bytes; each goes back out in its own format only,
/// because its name in the other is not known.
record UnknownFields(ArrayMap<Bytes> json, Bytes proto) {
  /// Collects them while an object is read: there may be many, and each costs the same.
  static final class Collector {
    private final List<Object> json = new ArrayList<>(); // name, value, name, value, ...
    private final ByteArrayOutputStream proto = new ByteArrayOutputStream();

    /// The collector in a slot of the stack, put there on first use.
    static Collector in(Decoding decoding, int slot) {
      if (decoding.slot(slot) instanceof Collector known) {
        return known;
      }
      Collector collector = new Collector();
      decoding.slot(slot, collector);
      return collector;
    }

    void json(String name, Bytes value) {
      json.add(name);
      json.add(value);
    }

    void proto(byte[] field) {
      proto.writeBytes(field);
    }

    UnknownFields collected() {
      return new UnknownFields(ArrayMap.ofPairs(json.toArray()), Bytes.of(proto.toByteArray()));
    }
  }

  void writeJson(JsonWriter out) {
    for (int i = 0; i < json.size(); i++) {
      out.name(json.keyAt(i)).raw(json.valueAt(i).toByteArray());
    }
  }

  void writeProto(ProtoWriter out) {
    out.raw(proto.toByteArray());
    if (!json.isEmpty()) {
      out.leaveOut();
    }
  }

  @Override
  public String toString() {
    return json.size() + " JSON fields and " + proto.length() + " bytes of protobuf";
  }
}
