package dev.drover.api.codec;

import dev.drover.api.Quantity;
import dev.drover.api.wire.JsonReader;
import dev.drover.api.wire.JsonWriter;
import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import dev.drover.api.wire.WireException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// An amount of a resource: text in JSON (a bare number is accepted, as in Go), a message around
/// that text in protobuf.
final class QuantityType extends MessageType {
  static final QuantityType INSTANCE = new QuantityType();
  private static final int TEXT_TAG = 1 << 3 | ProtoReader.LENGTH;

  /// Go's zero Quantity prints as 0. It is written for an absent field, yet not dropped when read:
  /// 0 is an amount.
  private static final Quantity ZERO = Quantity.parse("0");

  private QuantityType() {
    super("quantity");
  }

  @Override
  Object readJson(JsonReader in, Decoding decoding, @Nullable Skip skip) {
    byte first = in.peek();
    int at = in.offset();
    if (first == '"') {
      return quantity(in.string(), at);
    }
    if (first != '-' && (first < '0' || first > '9')) {
      throw in.expected("a quantity such as 500m or 1Gi");
    }
    return quantity(in.raw(QuantityType::ascii), at);
  }

  private static String ascii(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
  }

  private static Quantity quantity(String text, int at) {
    try {
      return Quantity.parse(text);
    } catch (IllegalArgumentException e) {
      throw new WireException("not a quantity such as 500m or 1Gi", at);
    }
  }

  @Override
  void writeJson(JsonWriter out, Object value) {
    out.string(value.toString());
  }

  @Override
  Object readMessage(ProtoReader in) {
    Object value = ZERO;
    while (!in.atEnd()) {
      int tag = in.tag();
      if (tag == TEXT_TAG) {
        value = quantity(in.string(in.length()), -1);
      } else {
        in.skip(tag);
      }
    }
    return value;
  }

  @Override
  void writeMessage(ProtoWriter out, Object value) {
    out.string(value.toString());
    out.tag(TEXT_TAG);
  }

  @Override
  Object zero() {
    return ZERO;
  }
}
