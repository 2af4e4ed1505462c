package dev.drover.api.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A field's name as it stands in JSON, ready to be compared: its first eight bytes at once.
public final class FieldName {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final long head; // the first eight bytes, zeros behind them
  private final long mask; // ones where the head has bytes

  public FieldName(String name) {
    bytes = name.getBytes(StandardCharsets.UTF_8);
    byte[] padded = Arrays.copyOf(bytes, Math.max(8, bytes.length));
    head = (long) LONG.get(padded, 0);
    mask = bytes.length >= 8 ? -1 : (1L << (8 * bytes.length)) - 1;
  }

  int length() {
    return bytes.length;
  }

  /// The name in UTF-8; not to be changed.
  public byte[] bytes() {
    return bytes;
  }

  /// Whether the name stands at `at`, where there is room for it.
  boolean isAt(byte[] buf, int at) {
    if (at + 8 > buf.length) {
      return Arrays.equals(buf, at, at + bytes.length, bytes, 0, bytes.length);
    }
    return ((long) LONG.get(buf, at) & mask) == head
        && (bytes.length <= 8
            || Arrays.equals(buf, at + 8, at + bytes.length, bytes, 8, bytes.length));
  }
}
