package dev.drover.api.codec;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeLimits;
import dev.drover.api.RawExtension;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import org.jspecify.annotations.Nullable;

/// JSON of any shape, kept as it came (RawExtension, FieldsV1, the JSON of CRD schemas): inline in
/// JSON, a message around its bytes in protobuf.
final class RawType extends MessageType {
  static final RawType INSTANCE = new RawType();
  private static final int RAW_TAG = 1 << 3 | ProtoReader.LENGTH;

  private RawType() {
    super("raw");
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    return in.tryNull() ? RawExtension.NULL : new RawExtension(in.raw(Bytes::of));
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    Bytes raw = ((RawExtension) value).raw();
    if (raw.isEmpty()) {
      out.nul();
    } else {
      byte[] json = raw.toByteArray();
      requireJson(json);
      out.raw(json);
    }
  }

  /// Protobuf may bring any bytes here. Written as they are, they could pose as other fields.
  private static void requireJson(byte[] raw) {
    try {
      JsonReader in = JsonReader.over(raw, 0, raw.length, DecodeLimits.DEFAULT.maxDepth());
      in.skipChecked();
      in.requireEnd();
    } catch (WireException e) {
      throw new IllegalArgumentException("a raw value is no JSON, so it has no form in JSON", e);
    }
  }

  @Override
  Object readMessage(ProtoReader in) {
    Object value = RawExtension.NULL;
    while (!in.atEnd()) {
      int tag = in.tag();
      if (tag == RAW_TAG) {
        value = new RawExtension(in.bytes(in.length(), Bytes::of));
      } else {
        in.skip(tag);
      }
    }
    return value;
  }

  @Override
  void writeMessage(ProtoWriter out, Object value) {
    Bytes raw = ((RawExtension) value).raw();
    if (!raw.isEmpty()) {
      out.bytes(raw.asByteBuffer());
      out.tag(RAW_TAG);
    }
  }

  @Override
  Object zero() {
    return RawExtension.NULL;
  }

  @Override
  boolean isZero(Object value) {
    return value.equals(RawExtension.NULL);
  }

  @Override
  boolean acceptsNull() {
    return true;
  }
}
