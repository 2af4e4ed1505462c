package dev.drover.api.codec;

import dev.drover.api.wire.ProtoReader;
import dev.drover.api.wire.ProtoWriter;
import org.jspecify.annotations.Nullable;

/// The type of a value that is one token in JSON and a small message in protobuf.
abstract class MessageType extends ValueType {
  MessageType(String name) {
    this(name, true);
  }

  MessageType(String name, boolean isShared) {
    super(saltOf(name), isShared);
  }

  /// Reads the fields of the message that the reader has entered.
  abstract @Nullable Object readMessage(ProtoReader in);

  /// The value, or an equal one that was met before.
  Object met(Object value, Decoding decoding) {
    return value;
  }

  /// Writes the fields, back to front.
  abstract void writeMessage(ProtoWriter out, Object value);

  @Override
  final @Nullable Object readProto(
      ProtoReader in, int length, Decoding decoding, @Nullable Skip skip) {
    int outer = in.push(length);
    Object value = readMessage(in);
    in.pop(outer);
    return value == null ? null : met(value, decoding);
  }

  @Override
  final void writeProto(ProtoWriter out, Object value) {
    int mark = out.mark();
    writeMessage(out, value);
    out.lengthSince(mark);
  }

  /// JSON always shows these values, zero or not: `targetPort: 0`, `divisor: "0"`. So they are
  /// kept.
  @Override
  boolean isZero(Object value) {
    return false;
  }

  /// Go writes an empty message for a value that was not set.
  @Override
  boolean writesAbsentProto(ProtoWriter out) {
    Object zero = zero();
    if (zero == null) {
      out.varint(0);
    } else {
      writeProto(out, zero);
    }
    return true;
  }
}
