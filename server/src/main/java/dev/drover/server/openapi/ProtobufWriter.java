package dev.drover.server.openapi;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes the fields of a protobuf message; zero values are left out, as in proto3.
final class ProtobufWriter {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  byte[] bytes() {
    return out.toByteArray();
  }

  void text(int number, String text) {
    if (!text.isEmpty()) {
      bytes(number, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /// One of several, or a message: written even when it is empty.
  void bytes(int number, byte[] bytes) {
    varint((long) number << 3 | LENGTH_DELIMITED);
    varint(bytes.length);
    out.writeBytes(bytes);
  }

  void whole(int number, long value) {
    if (value != 0) {
      varint((long) number << 3 | VARINT);
      varint(value);
    }
  }

  void real(int number, double value) {
    if (value != 0) {
      varint((long) number << 3 | FIXED64);
      out.writeBytes(
          ByteBuffer.allocate(Double.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putDouble(value)
              .array());
    }
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
