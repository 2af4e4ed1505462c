package dev.drover.api;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Protobuf put together by hand, front to back, field by field as it stands in the specification:
/// what the codec must agree with.
final class ProtoBytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  static ProtoBytes message() {
    return new ProtoBytes();
  }

  private ProtoBytes raw(long number) {
    long rest = number;
    while (rest < 0 || rest > 127) {
      out.write((int) (rest & 127 | 128));
      rest >>>= 7;
    }
    out.write((int) rest);
    return this;
  }

  ProtoBytes varint(int field, long value) {
    return raw((long) field << 3).raw(value);
  }

  ProtoBytes fixed64(int field, long bits) {
    raw((long) field << 3 | 1);
    for (int i = 0; i < 8; i++) {
      out.write((int) (bits >>> 8 * i) & 255);
    }
    return this;
  }

  ProtoBytes real(int field, double value) {
    return fixed64(field, Double.doubleToRawLongBits(value));
  }

  ProtoBytes fixed32(int field, int bits) {
    raw((long) field << 3 | 5);
    for (int i = 0; i < 4; i++) {
      out.write(bits >>> 8 * i & 255);
    }
    return this;
  }

  ProtoBytes bytes(int field, byte[] value) {
    raw((long) field << 3 | 2).raw(value.length);
    out.writeBytes(value);
    return this;
  }

  ProtoBytes text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtoBytes message(int field, ProtoBytes value) {
    return bytes(field, value.toByteArray());
  }

  /// An entry of a map.
  ProtoBytes entry(int field, String key, String value) {
    return message(field, message().text(1, key).text(2, value));
  }

  /// Numbers in the packed form.
  ProtoBytes packed(int field, long... values) {
    ProtoBytes all = message();
    for (long value : values) {
      all.raw(value);
    }
    return message(field, all);
  }

  /// Bytes as they are.
  ProtoBytes plain(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  byte[] toByteArray() {
    return out.toByteArray();
  }

  /// The message in the envelope of a whole object.
  byte[] enveloped(String apiVersion, String kind) {
    ProtoBytes unknown =
        message()
            .message(1, message().text(1, apiVersion).text(2, kind))
            .message(2, this)
            .text(3, "")
            .text(4, "");
    return message()
        .plain(new byte[] {'k', '8', 's', 0})
        .plain(unknown.toByteArray())
        .toByteArray();
  }
}
