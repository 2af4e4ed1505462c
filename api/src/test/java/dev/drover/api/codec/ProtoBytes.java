package dev.drover.api.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Protobuf put together by hand, front to back, field by field as it stands in the specification:
/// what the codec must agree with.
public final class ProtoBytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public static ProtoBytes message() {
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

  public ProtoBytes varint(int field, long value) {
    return raw((long) field << 3).raw(value);
  }

  public ProtoBytes fixed64(int field, long bits) {
    raw((long) field << 3 | 1);
    for (int i = 0; i < 8; i++) {
      out.write((int) (bits >>> 8 * i) & 255);
    }
    return this;
  }

  public ProtoBytes real(int field, double value) {
    return fixed64(field, Double.doubleToRawLongBits(value));
  }

  public ProtoBytes fixed32(int field, int bits) {
    raw((long) field << 3 | 5);
    for (int i = 0; i < 4; i++) {
      out.write(bits >>> 8 * i & 255);
    }
    return this;
  }

  public ProtoBytes bytes(int field, byte[] value) {
    raw((long) field << 3 | 2).raw(value.length);
    out.writeBytes(value);
    return this;
  }

  public ProtoBytes text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  public ProtoBytes message(int field, ProtoBytes value) {
    return bytes(field, value.toByteArray());
  }

  /// An entry of a map.
  public ProtoBytes entry(int field, String key, String value) {
    return message(field, message().text(1, key).text(2, value));
  }

  /// Numbers in the packed form.
  public ProtoBytes packed(int field, long... values) {
    ProtoBytes all = message();
    for (long value : values) {
      all.raw(value);
    }
    return message(field, all);
  }

  /// Bytes as they are.
  public ProtoBytes plain(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  public byte[] toByteArray() {
    return out.toByteArray();
  }

  /// The message in the envelope of a whole object.
  public byte[] enveloped(String apiVersion, String kind) {
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
