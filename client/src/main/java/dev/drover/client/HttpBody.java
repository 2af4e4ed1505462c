package dev.drover.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;

/// The body of an answer on a connection: so many bytes, or chunks, or everything until the
/// connection ends.
final class HttpBody extends InputStream {
  private static final long UNTIL_CLOSE = -1;
  private static final long CHUNKED = -2;
  private static final int MAX_CHUNK_LINE = 4096; // a length and extensions, which have no use here

  private final HttpConnection connection;
  private final long kind;
  private long left; // bytes of the body, or of the current chunk
  private boolean inChunk;
  private boolean ended;

  private HttpBody(HttpConnection connection, long kind) {
    this.connection = connection;
    this.kind = kind;
    this.left = Math.max(0, kind);
    this.ended = kind == 0;
  }

  static HttpBody of(HttpConnection connection, Transport.Request request, HttpConnection.Head head)
      throws IOException {
    if (request.method().equals("HEAD") || head.status() == 204 || head.status() == 304) {
      return new HttpBody(connection, 0);
    }
    if (head.status() == 101) {
      return new HttpBody(connection, UNTIL_CLOSE);
    }
    List<String> encodings = head.headers().all("Transfer-Encoding");
    if (!encodings.isEmpty()) {
      if (encodings.size() > 1 || !encodings.getFirst().equalsIgnoreCase("chunked")) {
        throw new IOException("the server sent a Transfer-Encoding that is not supported");
      }
      return new HttpBody(connection, CHUNKED);
    }
    String length = head.headers().first("Content-Length").orElse("");
    if (length.isEmpty()) {
      return new HttpBody(connection, UNTIL_CLOSE);
    }
    for (String other : head.headers().all("Content-Length")) {
      if (!other.equals(length)) {
        throw new IOException("the server announced two lengths of the body");
      }
    }
    return new HttpBody(connection, number(length, 10, "the server's Content-Length"));
  }

  /// Digits only: signs are for requests that are made up.
  private static long number(String text, int radix, String what) throws IOException {
    try {
      if (!text.isEmpty() && Character.digit(text.charAt(0), radix) >= 0) {
        return Long.parseLong(text, radix);
      }
    } catch (NumberFormatException e) {
      throw new IOException(what + " is not a number", e);
    }
    throw new IOException(what + " is not a number");
  }

  /// Whether there is nothing to read at all.
  boolean isEmpty() {
    return kind == 0;
  }

  /// Whether the body was read to its end.
  boolean hasEnded() {
    return ended;
  }

  /// Whether the connection can be used for another request after this body.
  boolean leavesConnectionUsable() {
    return ended && kind != UNTIL_CLOSE;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, target.length);
    if (ended) {
      return -1;
    }
    if (length == 0) {
      return 0;
    }
    if (kind == CHUNKED && left == 0 && !nextChunk()) {
      return -1;
    }
    int want = kind == UNTIL_CLOSE ? length : (int) Math.min(length, left);
    int n = connection.read(target, from, want);
    if (n < 0) {
      if (kind == UNTIL_CLOSE) {
        ended = true;
        return -1;
      }
      throw new EOFException("the connection ended inside the body");
    }
    left -= n;
    if (kind > 0 && left == 0) {
      ended = true;
    }
    return n;
  }

  /// Moves to the next chunk; false at the end of the body.
  private boolean nextChunk() throws IOException {
    if (inChunk && !connection.readLine(MAX_CHUNK_LINE).isEmpty()) {
      throw new IOException("a chunk of the body is longer than announced");
    }
    String line = connection.readLine(MAX_CHUNK_LINE);
    int semicolon = line.indexOf(';');
    String length = (semicolon < 0 ? line : line.substring(0, semicolon)).strip();
    left = number(length, 16, "the length of a chunk");
    inChunk = true;
    if (left > 0) {
      return true;
    }
    connection.skipTrailers();
    ended = true;
    return false;
  }
}
