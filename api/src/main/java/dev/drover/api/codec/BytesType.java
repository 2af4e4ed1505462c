package dev.drover.api.codec;

import dev.drover.api.Bytes;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import org.jspecify.annotations.Nullable;

/// Bytes: base64 text in JSON, themselves in protobuf.
final class BytesType extends ValueType {
  static final BytesType INSTANCE = new BytesType();

  private BytesType() {
    super(saltOf("bytes"));
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    in.peek();
    int at = in.offset();
    try {
      return Bytes.ofBase64(in.string());
    } catch (IllegalArgumentException e) {
      throw new WireException("not base64", at); // without the text: it may be secret
    }
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    out.string(((Bytes) value).base64());
  }

  @Override
  Object readProto(ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    return in.bytes(length, Bytes::of);
  }

  @Override
  void writeProto(ProtoWriter out, Object value) {
    out.bytes(((Bytes) value).asByteBuffer());
  }

  @Override
  Object zero() {
    return Bytes.EMPTY;
  }

  /// Go's nil slice is not written.
  @Override
  boolean writesAbsentProto(ProtoWriter out) {
    return false;
  }
}
