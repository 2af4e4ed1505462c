package dev.drover.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// One HTTP/1.1 connection: writes a request, reads the head of the answer, and lends its stream to
/// the body.
///
/// One request at a time; used by one thread, closed by any.
final class HttpConnection implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;
  private static final int MAX_HEAD = 256 * 1024;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final String host;
  final long generation; // of the TLS settings it was made with

  private final byte[] buffer = new byte[BUFFER];
  private int pos;
  private int limit;
  private boolean answering; // a byte of the current answer has arrived
  private volatile long idleSince;

  HttpConnection(Socket socket, String host, long generation) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.host = host;
    this.generation = generation;
  }

  long idleSince() {
    return idleSince;
  }

  void idleSince(long nanos) {
    idleSince = nanos;
  }

  /// Whether the server had begun to answer when the last exchange failed.
  boolean hasBegunToAnswer() {
    return answering;
  }

  /// How long a read may stay without a byte; zero = for ever.
  void timeout(Duration silence) throws SocketException {
    long millis = silence.toMillis();
    socket.setSoTimeout(
        (int) Math.min(Integer.MAX_VALUE, silence.isZero() ? 0 : Math.max(1, millis)));
  }

  void write(Transport.Request request) throws IOException {
    answering = false;
    StringBuilder head = new StringBuilder(512);
    head.append(request.method())
        .append(' ')
        .append(request.target())
        .append(" HTTP/1.1\r\nHost: ")
        .append(host);
    request
        .headers()
        .forEach((name, value) -> head.append("\r\n").append(name).append(": ").append(value));
    byte[] body = request.body();
    if (body != null || !request.method().equals("GET")) {
      head.append("\r\nContent-Length: ").append(body == null ? 0 : body.length);
    }
    head.append("\r\n\r\n");
    byte[] bytes = head.toString().getBytes(StandardCharsets.ISO_8859_1);
    if (body == null || body.length == 0) {
      out.write(bytes);
    } else if (body.length < BUFFER) { // one record on the wire instead of two
      byte[] both = new byte[bytes.length + body.length];
      System.arraycopy(bytes, 0, both, 0, bytes.length);
      System.arraycopy(body, 0, both, bytes.length, body.length);
      out.write(both);
    } else {
      out.write(bytes);
      out.write(body);
    }
    out.flush();
  }

  /// The head of an answer.
  record Head(int status, Headers headers, boolean keepAlive) {}

  Head readHead() throws IOException {
    while (true) {
      Head head = readOneHead();
      if (head.status() >= 200 || head.status() == 101) {
        return head;
      }
    }
  }

  private Head readOneHead() throws IOException {
    String line = readLine(0);
    if (!line.startsWith("HTTP/1.") || line.length() < 12) {
      throw new IOException("the server does not speak HTTP/1.1" + hint(line));
    }
    int status;
    try {
      status = Integer.parseInt(line.substring(9, 12));
    } catch (NumberFormatException e) {
      throw new IOException("the server's status line is not HTTP", e);
    }
    boolean keepAlive = line.charAt(7) != '0';
    Headers headers = Headers.EMPTY;
    int size = line.length();
    while (true) {
      String header = readLine(size);
      if (header.isEmpty()) {
        break;
      }
      size += header.length() + 2;
      int colon = header.indexOf(':');
      if (colon <= 0) {
        throw new IOException("the server sent a header without a name");
      }
      headers = headers.plus(header.substring(0, colon), header.substring(colon + 1).strip());
    }
    String connection = headers.first("Connection").orElse("");
    if (connection.equalsIgnoreCase("close")) {
      keepAlive = false;
    }
    return new Head(status, headers, keepAlive);
  }

  private static String hint(String line) {
    return !line.isEmpty() && line.charAt(0) == 0x15
        ? ": it answered in TLS; the address must begin with https"
        : "";
  }

  /// A line of the head, without its end.
  String readLine(int sizeSoFar) throws IOException {
    StringBuilder line = new StringBuilder(64);
    while (true) {
      if (pos == limit && !fill()) {
        throw new EOFException("the server closed the connection");
      }
      byte c = buffer[pos++];
      if (c == '\n') {
        int end = line.length();
        if (end > 0 && line.charAt(end - 1) == '\r') {
          line.setLength(end - 1);
        }
        return line.toString();
      }
      line.append((char) (c & 0xFF));
      if (sizeSoFar + line.length() > MAX_HEAD) {
        throw new IOException("the head of the answer is larger than " + MAX_HEAD + " bytes");
      }
    }
  }

  private boolean fill() throws IOException {
    int n = in.read(buffer, 0, buffer.length);
    if (n < 0) {
      return false;
    }
    answering = true;
    pos = 0;
    limit = n;
    return true;
  }

  /// Reads bytes of a body; -1 when the server closed the connection. Large reads go past the
  /// buffer.
  int read(byte[] target, int from, int length) throws IOException {
    if (pos == limit) {
      if (length >= buffer.length) {
        return in.read(target, from, length);
      }
      if (!fill()) {
        return -1;
      }
    }
    int n = Math.min(length, limit - pos);
    System.arraycopy(buffer, pos, target, from, n);
    pos += n;
    return n;
  }

  /// Whether bytes have arrived that nobody asked for: such a connection must not be used again.
  boolean hasLeftovers() {
    return pos != limit;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // There is nobody to tell, and nothing to do: the connection is given up.
      idleSince = 0;
    }
  }
}
