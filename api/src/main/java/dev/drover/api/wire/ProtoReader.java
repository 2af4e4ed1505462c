package dev.drover.api.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// A cursor over the protobuf encoding of one message in memory.
///
/// Messages nest by [#push] and [#pop]: inside, the cursor cannot pass the message's end. One
/// thread.
public final class ProtoReader {
  public static final int VARINT = 0;
  public static final int FIXED64 = 1;
  public static final int LENGTH = 2;
  public static final int FIXED32 = 5;
  private static final int MAX_NUMBER = (1 << 29) - 1;

  private byte[] buf;
  private int start;
  private int pos;
  private int end;
  private int depth;
  private final int maxDepth;

  public ProtoReader(byte[] bytes, int from, int to, int maxDepth) {
    this.maxDepth = maxDepth;
    this.buf = bytes;
    reset(bytes, from, to);
  }

  /// Points the reader at another message.
  public void reset(byte[] bytes, int from, int to) {
    buf = bytes;
    start = from;
    pos = from;
    end = to;
    depth = 0;
  }

  public boolean atEnd() {
    return pos >= end;
  }

  public int position() {
    return pos;
  }

  public void position(int to) {
    pos = to;
  }

  public byte[] buffer() {
    return buf;
  }

  /// The next field's tag: number << 3 | wire type.
  public int tag() {
    return checkedTag(varint(), pos - start);
  }

  static int checkedTag(long tag, int offset) {
    if (tag >>> 3 == 0 || tag >>> 3 > MAX_NUMBER) {
      throw new WireException("not a protobuf field number: " + (tag >>> 3), offset);
    }
    return (int) tag;
  }

  public long varint() {
    byte[] b = buf;
    int i = pos;
    if (i < end && b[i] >= 0) {
      pos = i + 1;
      return b[i];
    }
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (i >= end) {
        throw truncated();
      }
      byte c = b[i++];
      value |= (long) (c & 0x7F) << shift;
      if (c >= 0) {
        pos = i;
        return value;
      }
    }
    throw new WireException("a number is longer than 64 bits", pos - start);
  }

  public long fixed64() {
    if (end - pos < 8) {
      throw truncated();
    }
    long value = 0;
    for (int i = 7; i >= 0; i--) {
      value = (value << 8) | (buf[pos + i] & 0xFF);
    }
    pos += 8;
    return value;
  }

  /// The length of a length-prefixed field, checked against what is there.
  public int length() {
    long n = varint();
    if (n < 0 || n > end - pos) {
      throw truncated();
    }
    return (int) n;
  }

  /// Enters a message of `length` bytes; the result goes to [#pop].
  public int push(int length) {
    if (++depth > maxDepth) {
      throw new WireException("nested deeper than " + maxDepth + " levels", pos - start);
    }
    int outer = end;
    end = pos + length;
    return outer;
  }

  /// Leaves a message that has been read to its end.
  public void pop(int outer) {
    depth--;
    pos = end;
    end = outer;
  }

  /// `length` bytes as text.
  public String string(int length) {
    if (length == 0) {
      return ""; // always the same one, by which the codec knows it
    }
    int from = pos;
    String text = new String(buf, from, length, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') >= 0) {
      requireUtf8(from, length);
    }
    pos = from + length;
    return text;
  }

  private void requireUtf8(int from, int length) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(buf, from, length));
    } catch (CharacterCodingException e) {
      throw new WireException("text is not valid UTF-8", from - start);
    }
  }

  /// Reads `length` bytes.
  public <R> R bytes(int length, Slice<R> result) {
    int from = pos;
    pos += length;
    return result.of(buf, from, pos);
  }

  /// Steps over the value of a field with this tag.
  public void skip(int tag) {
    switch (tag & 7) {
      case VARINT -> varint();
      case FIXED64 -> advance(8);
      case LENGTH -> advance(length());
      case FIXED32 -> advance(4);
      default ->
          throw new WireException("unsupported protobuf wire type " + (tag & 7), pos - start);
    }
  }

  private void advance(int n) {
    if (end - pos < n) {
      throw truncated();
    }
    pos += n;
  }

  /// Fails unless the tag has this wire type.
  public void require(int tag, int wireType) {
    if ((tag & 7) != wireType) {
      throw new WireException(
          "field " + (tag >>> 3) + " has wire type " + (tag & 7) + ", expected " + wireType,
          pos - start);
    }
  }

  private WireException truncated() {
    return new WireException("unexpected end of a protobuf message", pos - start);
  }
}
