package dev.drover.api.wire;

import java.io.InputStream;
import java.util.function.IntSupplier;

/// A stream that hands out its bytes in chunks of chosen sizes, as a network may do.
public final class Chunks extends InputStream {
  private final byte[] bytes;
  private final IntSupplier sizes;
  private int pos;

  public Chunks(byte[] bytes, IntSupplier sizes) {
    this.bytes = bytes;
    this.sizes = sizes;
  }

  @Override
  public int read() {
    return pos < bytes.length ? bytes[pos++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] into, int at, int length) {
    if (pos == bytes.length) {
      return -1;
    }
    int n = Math.min(Math.min(length, sizes.getAsInt()), bytes.length - pos);
    System.arraycopy(bytes, pos, into, at, n);
    pos += n;
    return n;
  }
}
