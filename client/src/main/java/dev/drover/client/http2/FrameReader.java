package dev.drover.client.http2;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// Reads frames, one at a time; its payload is good until the next. One thread.
final class FrameReader {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int PRIORITY = 2;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PUSH_PROMISE = 5;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;

  static final int END_STREAM = 1;
  static final int ACK = 1;
  static final int END_HEADERS = 4;
  static final int PADDED = 8;
  static final int PRIORITIZED = 0x20;

  /// The length of the head of a frame.
  static final int HEAD = 9;

  /// The largest payload of a frame, unless the receiver allows more; this client does not.
  static final int MAX_PAYLOAD = 1 << 14;

  private static final int MAX_HEADERS = 256 * 1024;
  private static final int MAX_CONTINUATIONS = 1000;

  private final InputStream in;
  private final byte[] buffer = new byte[2 * MAX_PAYLOAD];
  private int pos; // of the next frame
  private int limit;

  private int type;
  private int flags;
  private int stream;
  private int from; // of the payload, without padding
  private int to;
  private int length; // of the payload, with padding

  FrameReader(InputStream in) {
    this.in = in;
  }

  /// Waits for the next frame; false when the connection ends before one begins.
  boolean next() throws IOException {
    if (!fill(HEAD)) {
      if (pos == limit) {
        return false;
      }
      throw new EOFException("the connection ended inside a frame");
    }
    length = (buffer[pos] & 0xFF) << 16 | (buffer[pos + 1] & 0xFF) << 8 | buffer[pos + 2] & 0xFF;
    type = buffer[pos + 3] & 0xFF;
    flags = buffer[pos + 4] & 0xFF;
    stream = int32(pos + 5) & Integer.MAX_VALUE;
    if (length > MAX_PAYLOAD) {
      throw Http2Exception.broken("a frame of " + length + " bytes");
    }
    if (!fill(HEAD + length)) {
      throw new EOFException("the connection ended inside a frame");
    }
    from = pos + HEAD;
    to = from + length;
    pos = to;
    if (type == DATA || type == HEADERS || type == PUSH_PROMISE) {
      withoutPadding();
    }
    return true;
  }

  private void withoutPadding() throws IOException {
    int padding = 0;
    if (has(PADDED)) {
      padding = from < to ? buffer[from++] & 0xFF : 1;
    }
    if (type == HEADERS && has(PRIORITIZED)) {
      from += 5;
    }
    to -= padding;
    if (from > to) {
      throw Http2Exception.broken("a frame has more padding than bytes");
    }
  }

  /// Waits for `wanted` bytes from `pos` on; false when the connection ends before.
  private boolean fill(int wanted) throws IOException {
    if (limit - pos >= wanted) {
      return true;
    }
    if (buffer.length - pos < wanted || pos == limit) {
      System.arraycopy(buffer, pos, buffer, 0, limit - pos);
      limit -= pos;
      pos = 0;
    }
    while (limit - pos < wanted) {
      int n = in.read(buffer, limit, buffer.length - limit);
      if (n < 0) {
        return false;
      }
      limit += n;
    }
    return true;
  }

  int type() {
    return type;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /// The stream that the frame belongs to; 0 = the connection.
  int stream() {
    return stream;
  }

  byte[] buffer() {
    return buffer;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /// What the payload counts for flow control, which is with its padding.
  int length() {
    return length;
  }

  int int32(int at) {
    return (buffer[at] & 0xFF) << 24
        | (buffer[at + 1] & 0xFF) << 16
        | (buffer[at + 2] & 0xFF) << 8
        | buffer[at + 3] & 0xFF;
  }

  int int16(int at) {
    return (buffer[at] & 0xFF) << 8 | buffer[at + 1] & 0xFF;
  }

  /// Fails unless the payload has this length.
  void requireLength(int wanted) throws IOException {
    if (length != wanted) {
      throw Http2Exception.broken(
          "a frame of type " + type + " has " + length + " bytes instead of " + wanted);
    }
  }

  /// The whole block of headers that begins in this frame; reads the frames that it goes on in.
  byte[] headerBlock() throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream(to - from);
    block.write(buffer, from, to - from);
    int begun = stream;
    for (int more = 0; !has(END_HEADERS); more++) {
      if (!next()) {
        throw new EOFException("the connection ended inside a block of headers");
      }
      if (type != CONTINUATION || stream != begun) {
        throw Http2Exception.broken("a block of headers does not go on");
      }
      block.write(buffer, from, to - from);
      if (block.size() > MAX_HEADERS || more > MAX_CONTINUATIONS) {
        throw Http2Exception.broken(
            "the head of the answer is larger than allowed (" + MAX_HEADERS + " bytes)");
      }
    }
    return block.toByteArray();
  }
}
