package dev.drover.api.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads a protobuf stream field by field, holding one field's value at a time. One thread.
public final class ProtoInput {
  private final InputStream in;
  private final int maxValue;
  private byte[] buf = new byte[InputBuffer.FIRST];
  private int pos;
  private int limit;
  private long consumed; // bytes used up before buf[0]

  public ProtoInput(InputStream in, int maxValue) {
    this.in = in;
    this.maxValue = maxValue;
  }

  /// How many bytes have been used up.
  public long position() {
    return consumed + pos;
  }

  /// Whether the stream has ended.
  public boolean atEnd() throws IOException {
    return pos == limit && !fill();
  }

  /// Whether a message has arrived whole that starts with its length in four bytes.
  public boolean hasFramedMessage() {
    if (limit - pos < 4) {
      return false;
    }
    long length =
        (buf[pos] & 0xFFL) << 24
            | (buf[pos + 1] & 0xFF) << 16
            | (buf[pos + 2] & 0xFF) << 8
            | buf[pos + 3] & 0xFF;
    return limit - pos - 4 >= length;
  }

  public int read() throws IOException {
    if (pos == limit && !fill()) {
      throw new EOFException("the stream ended inside a protobuf message");
    }
    return buf[pos++] & 0xFF;
  }

  public long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int c = read();
      value |= (long) (c & 0x7F) << shift;
      if (c < 0x80) {
        return value;
      }
    }
    throw new WireException("a number is longer than 64 bits", -1);
  }

  /// The next field's tag: number << 3 | wire type.
  public int tag() throws IOException {
    return ProtoReader.checkedTag(varint(), -1);
  }

  /// Steps over the value of a field with this tag.
  public void skip(int tag) throws IOException {
    switch (tag & 7) {
      case ProtoReader.VARINT -> varint();
      case ProtoReader.FIXED64 -> take(8);
      case ProtoReader.LENGTH -> take(varint());
      case ProtoReader.FIXED32 -> take(4);
      default -> throw new WireException("unsupported protobuf wire type " + (tag & 7), -1);
    }
  }

  /// Waits until `length` bytes are there and steps over them; they are at [#buffer] from the
  /// returned position, good until the next call.
  public int take(long length) throws IOException {
    if (length < 0 || length > maxValue) {
      throw tooLarge(length);
    }
    int n = (int) length;
    while (limit - pos < n) {
      if (!fill()) {
        throw new EOFException("the stream ended inside a protobuf message");
      }
    }
    int from = pos;
    pos += n;
    return from;
  }

  private WireException tooLarge(long length) throws IOException {
    WireException failure =
        new WireException(
            "a value of "
                + length
                + " bytes is larger than the limit of "
                + maxValue
                + " bytes (DecodeLimits.maxObjectBytes)",
            -1);
    if (length < 0 || length > (long) maxValue * JsonInput.STEPPED_OVER) {
      return failure;
    }
    long end = position() + length;
    String key = ProtoKeyScan.read(this, end);
    return stepTo(end) ? failure.steppedOver(key) : failure;
  }

  /// Steps over everything before a position, without keeping it. Returns whether the input is
  /// there now: not if the stream ended before, or had been read past it.
  boolean stepTo(long end) throws IOException {
    while (position() < end && !atEnd()) {
      pos += (int) Math.min(end - position(), limit - pos);
    }
    return position() == end;
  }

  public byte[] buffer() {
    return buf;
  }

  private boolean fill() throws IOException {
    if (pos > 0) {
      System.arraycopy(buf, pos, buf, 0, limit - pos);
      consumed += pos;
      limit -= pos;
      pos = 0;
    }
    if (limit == buf.length) {
      buf = Arrays.copyOf(buf, buf.length * 2);
    }
    int room = buf.length - limit;
    int n = in.read(buf, limit, room);
    if (n < 0) {
      return false;
    }
    limit += n;
    buf = InputBuffer.after(buf, n == room);
    return true;
  }
}
