package dev.drover.api.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A field's name as it stands in JSON, ready to be compared: eight bytes at once.
public final class FieldName {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int length;
  private final long head; // the first eight bytes, zeros after them
  private final long mask; // ones where the head has bytes
  private final long tail; // the last eight bytes of a longer name

  public FieldName(String name) {
    bytes = name.getBytes(StandardCharsets.UTF_8);
    length = bytes.length;
    byte[] padded = Arrays.copyOf(bytes, Math.max(8, length));
    head = (long) LONG.get(padded, 0);
    mask = length >= 8 ? -1 : (1L << (8 * length)) - 1;
    tail = (long) LONG.get(padded, padded.length - 8);
  }

  int length() {
    return length;
  }

  /// The name in UTF-8; not to be changed.
  public byte[] bytes() {
    return bytes;
  }

  /// Whether the name stands at `at`, where there is room for it.
  boolean isAt(byte[] buf, int at) {
    if (at + 8 > buf.length) {
      return Arrays.equals(buf, at, at + length, bytes, 0, length);
    }
    return ((long) LONG.get(buf, at) & mask) == head && (length <= 8 || hasTailAt(buf, at));
  }

  private boolean hasTailAt(byte[] buf, int at) {
    return (long) LONG.get(buf, at + length - 8) == tail
        && (length <= 16 || Arrays.equals(buf, at + 8, at + length - 8, bytes, 8, length - 8));
  }
}
