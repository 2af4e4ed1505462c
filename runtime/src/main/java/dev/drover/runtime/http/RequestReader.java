package dev.drover.runtime.http;

import dev.drover.api.Bytes;
import dev.drover.client.Headers;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads requests off a connection: HTTP/1.1 (RFC 9112), with bodies of a known length or in
/// chunks.
///
/// What could be read in two ways is refused: two lengths, a length beside chunks, folded headers.
/// Not thread safe.
final class RequestReader {
  private static final int BUFFER = 16 << 10; // a record of TLS: no read returns more
  private static final int MAX_HEADERS = 200;

  private final InputStream in;
  private final int headBytes;
  private final byte[] buffer = new byte[BUFFER];
  private int pos;
  private int limit;

  RequestReader(InputStream in, int headBytes) {
    this.in = in;
    this.headBytes = headBytes;
  }

  /// The head of a request.
  ///
  /// @param length of the body; -1 = in chunks
  record Head(
      String method,
      String path,
      String query,
      Headers headers,
      long length,
      boolean keepAlive,
      boolean expectsContinue) {}

  /// The body of a request, or its first bytes.
  record Body(Bytes bytes, boolean isTooLarge) {}

  /// Waits for the first byte of a request.
  ///
  /// @return false if the peer closed the connection
  boolean awaitRequest() throws IOException {
    return pos < limit || fill();
  }

  /// Reads the head of a request.
  ///
  /// @throws BadRequestException if it is none
  Head readHead() throws IOException {
    String line = readLine(headBytes, 414);
    if (line.isEmpty()) {
      line = readLine(headBytes, 414); // RFC 9112 2.2: an empty line before a request is ignored
    }
    String[] words = line.split(" ", -1);
    if (words.length != 3 || !words[2].matches("HTTP/1\\.[01]")) {
      throw new BadRequestException(400, "the request does not begin with a line of HTTP/1.1");
    }
    Headers headers = readHeaders(headBytes - line.length());
    URI target = target(words[1]);
    boolean isChunked = isChunked(headers);
    return new Head(
        words[0],
        target.getPath() == null ? "" : target.getPath(),
        target.getRawQuery() == null ? "" : target.getRawQuery(),
        headers,
        isChunked ? -1 : length(headers),
        words[2].endsWith("1") && !hasWord(headers, "Connection", "close"),
        hasWord(headers, "Expect", "100-continue"));
  }

  private Headers readHeaders(int bytes) throws IOException {
    Headers headers = Headers.EMPTY;
    int left = bytes;
    int count = 0;
    for (String line = readLine(left, 431); !line.isEmpty(); line = readLine(left, 431)) {
      left -= line.length() + 2;
      int colon = line.indexOf(':');
      if (colon <= 0 || ++count > MAX_HEADERS) {
        throw new BadRequestException(
            count > MAX_HEADERS ? 431 : 400, "a header has no name, or there are too many");
      }
      try {
        headers = headers.plus(line.substring(0, colon), line.substring(colon + 1).strip());
      } catch (IllegalArgumentException e) {
        throw new BadRequestException(400, "a header is not valid");
      }
    }
    return headers;
  }

  private static URI target(String text) throws BadRequestException {
    try {
      // A path that begins with two slashes would be read as a host.
      return new URI(text.startsWith("//") ? "/." + text : text);
    } catch (URISyntaxException e) {
      throw new BadRequestException(400, "the target of the request is no path");
    }
  }

  private static boolean isChunked(Headers headers) throws BadRequestException {
    List<String> encodings = headers.all("Transfer-Encoding");
    if (encodings.isEmpty()) {
      return false;
    }
    if (encodings.size() > 1 || !encodings.getFirst().equalsIgnoreCase("chunked")) {
      throw new BadRequestException(501, "of transfer encodings only 'chunked' is supported");
    }
    if (headers.first("Content-Length").isPresent()) {
      throw new BadRequestException(400, "the body has a length and is chunked, too");
    }
    return true;
  }

  private static long length(Headers headers) throws BadRequestException {
    List<String> lengths = headers.all("Content-Length").stream().distinct().toList();
    if (lengths.isEmpty()) {
      return 0;
    }
    if (lengths.size() > 1 || !lengths.getFirst().matches("[0-9]{1,18}")) {
      throw new BadRequestException(400, "the length of the body is not one number");
    }
    return Long.parseLong(lengths.getFirst());
  }

  private static boolean hasWord(Headers headers, String name, String word) {
    return headers.all(name).stream()
        .flatMap(value -> List.of(value.split(",", -1)).stream())
        .anyMatch(part -> part.strip().equalsIgnoreCase(word));
  }

  /// Reads the body that follows a head. Of one that is too large the first `max` bytes are kept,
  /// and as many again discarded: a peer that is still sending does not read the response.
  Body readBody(Head head, int max) throws IOException {
    ByteArrayOutputStream kept = new ByteArrayOutputStream(startSize(head.length, max));
    if (head.length >= 0) {
      copy(Math.min(head.length, 2L * max), max, kept);
      return new Body(Bytes.of(kept.toByteArray()), head.length > max);
    }
    long size = 0;
    for (long chunk = nextChunk(); chunk > 0; chunk = nextChunk()) {
      long taken = Math.min(chunk, 2L * max - size);
      copy(taken, (int) Math.max(0, max - size), kept);
      size += taken;
      if (taken < chunk) {
        break; // the rest of the connection is given up
      }
      if (!readLine(2, 400).isEmpty()) {
        throw new BadRequestException(400, "a chunk of the body is longer than it says");
      }
    }
    return new Body(Bytes.of(kept.toByteArray()), size > max);
  }

  /// The size of the next chunk; 0 after the last, whose trailers are skipped.
  private long nextChunk() throws IOException {
    long size = chunkSize(readLine(1024, 400));
    if (size == 0) {
      int left = headBytes;
      for (String line = readLine(left, 431); !line.isEmpty(); line = readLine(left, 431)) {
        left -= line.length() + 2;
      }
    }
    return size;
  }

  /// Memory is taken as bytes arrive, not as the peer announces them.
  private static int startSize(long length, int max) {
    return (int) Math.min(length < 0 ? BUFFER : length, Math.min(max, 4 * BUFFER));
  }

  private static long chunkSize(String line) throws BadRequestException {
    int end = line.indexOf(';');
    String digits = (end < 0 ? line : line.substring(0, end)).strip();
    if (!digits.matches("[0-9a-fA-F]{1,15}")) {
      throw new BadRequestException(400, "a chunk of the body has no size");
    }
    return Long.parseLong(digits, 16);
  }

  /// Takes `length` bytes off the connection and keeps the first `max` of them.
  private void copy(long length, int max, ByteArrayOutputStream kept) throws IOException {
    long left = length;
    int room = max;
    while (left > 0) {
      if (pos == limit && !fill()) {
        throw new EOFException("the peer closed the connection within a body");
      }
      int n = (int) Math.min(left, limit - pos);
      int some = Math.min(n, room);
      kept.write(buffer, pos, some);
      room -= some;
      pos += n;
      left -= n;
    }
  }

  private String readLine(int max, int tooLong) throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      if (pos == limit && !fill()) {
        throw new EOFException("the peer closed the connection within a request");
      }
      int end = pos;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      line.append(new String(buffer, pos, end - pos, StandardCharsets.ISO_8859_1));
      if (line.length() > max) {
        throw new BadRequestException(tooLong, "a line of the request is too long");
      }
      boolean isWhole = end < limit;
      pos = isWhole ? end + 1 : end;
      if (isWhole) {
        int length = line.length();
        if (length > 0 && line.charAt(length - 1) == '\r') {
          line.setLength(length - 1);
        }
        return line.toString();
      }
    }
  }

  private boolean fill() throws IOException {
    int n = in.read(buffer, 0, buffer.length);
    pos = 0;
    limit = Math.max(n, 0);
    return n > 0;
  }
}
