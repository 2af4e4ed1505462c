package dev.drover.api.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes protobuf from the back to the front.
///
/// A nested message is preceded by its length, which is known once it is written: so write it
/// first, then the length before it. One pass, no size computation. Callers write fields in
/// descending order, and of each field the value before the tag.
public final class ProtoWriter {
  private byte[] buf = new byte[512];
  private int pos = buf.length;
  private boolean complete = true;
  private int depth;

  /// How many bytes have been written; the difference of two marks is the length of what lies
  /// between.
  public int mark() {
    return buf.length - pos;
  }

  /// Puts the length of everything since `mark` before it.
  public void lengthSince(int mark) {
    varint(mark() - mark);
  }

  /// Counts a nested message, up to [#leave]; the result is how deep it is.
  public int enter() {
    return ++depth;
  }

  /// Ends the message that [#enter] began.
  public void leave() {
    depth--;
  }

  public void tag(int tag) {
    varint(tag & 0xFFFFFFFFL);
  }

  public void varint(long value) {
    ensure(10);
    int size = value == 0 ? 1 : (70 - Long.numberOfLeadingZeros(value)) / 7;
    pos -= size;
    int i = pos;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      buf[i++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    buf[i] = (byte) rest;
  }

  public void fixed64(long value) {
    ensure(8);
    pos -= 8;
    for (int i = 0; i < 8; i++) {
      buf[pos + i] = (byte) (value >>> (8 * i));
    }
  }

  /// Text with its length before it.
  public void string(String text) {
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Bytes with their length before them.
  public void bytes(byte[] bytes) {
    raw(bytes);
    varint(bytes.length);
  }

  /// The rest of a buffer with its length before it.
  public void bytes(ByteBuffer bytes) {
    int length = bytes.remaining();
    ensure(length);
    pos -= length;
    bytes.get(buf, pos, length);
    varint(length);
  }

  /// Bytes as they are.
  public void raw(byte[] bytes) {
    ensure(bytes.length);
    pos -= bytes.length;
    System.arraycopy(bytes, 0, buf, pos, bytes.length);
  }

  /// Takes note of something that has no form in protobuf.
  public void leaveOut() {
    complete = false;
  }

  /// Whether nothing was left out.
  public boolean isComplete() {
    return complete;
  }

  private void ensure(int room) {
    if (pos < room) {
      int used = buf.length - pos;
      byte[] larger = new byte[Math.max(buf.length * 2, used + room)];
      System.arraycopy(buf, pos, larger, larger.length - used, used);
      pos = larger.length - used;
      buf = larger;
    }
  }

  public byte[] toByteArray() {
    return Arrays.copyOfRange(buf, pos, buf.length);
  }

  /// Everything that was written, as another value than an array.
  public <R> R result(Slice<R> result) {
    return result.of(buf, pos, buf.length);
  }
}
