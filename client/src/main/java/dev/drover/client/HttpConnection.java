package dev.drover.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One HTTP/1.1 connection: writes a request, reads the head of the answer, and lends its stream to
/// the body.
///
/// One request at a time; used by one thread, closed by any.
final class HttpConnection {
  private static final int BUFFER = 16 * 1024; // a record of TLS: no read gives more
  private static final int MAX_HEAD = 256 * 1024;
  private static final int MAX_HEADERS = 1000;

  private final SocketChannel channel; // below the socket
  private final InputStream in;
  private final OutputStream out;
  final Silence.Wait wait; // for the server to say something
  private final String host;
  final long generation; // of the TLS settings it was made with

  private final byte[] buffer = new byte[BUFFER];
  private int pos;
  private int limit;
  private boolean answering; // a byte of the current answer has arrived
  private Duration silence = Duration.ZERO; // zero = for ever
  private volatile long idleSince;

  /// @param silence ends the connection when its server says nothing for too long
  HttpConnection(
      SocketChannel channel, Socket socket, Silence silence, String host, long generation)
      throws IOException {
    this.channel = channel;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.host = host;
    this.generation = generation;
    this.wait = silence.add(() -> cut(channel));
  }

  long idleSince() {
    return idleSince;
  }

  void idleSince(long nanos) {
    idleSince = nanos;
  }

  SocketChannel channel() {
    return channel;
  }

  /// Whether the server has ended this idle connection, or sent something nobody asked for.
  boolean hasEnded() {
    try {
      channel.configureBlocking(false);
      boolean silent = channel.read(ByteBuffer.allocate(1)) == 0;
      channel.configureBlocking(true);
      return !silent;
    } catch (IOException e) {
      return true;
    }
  }

  /// Whether the server had begun to answer when the last exchange failed.
  boolean hasBegunToAnswer() {
    return answering;
  }

  /// How long a read may stay without a byte; zero = for ever.
  void timeout(Duration changed) {
    silence = changed;
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
    if (!isStatusLine(line)) {
      throw new IOException("the server does not speak HTTP/1.1" + hint(line));
    }
    int status = Integer.parseInt(line, 9, 12, 10);
    boolean keepAlive = line.charAt(7) != '0';
    Headers.Collector collector = new Headers.Collector();
    int size = line.length();
    while (true) {
      String header = readLine(size);
      if (header.isEmpty()) {
        break;
      }
      size += header.length() + 2;
      if (collector.size() >= MAX_HEADERS) {
        throw new IOException("the answer has more than " + MAX_HEADERS + " headers");
      }
      add(collector, header);
    }
    Headers headers = collector.collected();
    for (String value : headers.all("Connection")) {
      for (String word : value.split(",", -1)) {
        keepAlive &= !word.strip().equalsIgnoreCase("close");
      }
    }
    return new Head(status, headers, keepAlive);
  }

  /// `HTTP/1.1 200`, alone or with a space and prose behind it.
  private static boolean isStatusLine(String line) {
    return line.startsWith("HTTP/1.")
        && line.length() >= 12
        && (line.charAt(7) == '0' || line.charAt(7) == '1')
        && line.charAt(8) == ' '
        && line.charAt(9) != '0'
        && isDigit(line.charAt(9))
        && isDigit(line.charAt(10))
        && isDigit(line.charAt(11))
        && (line.length() == 12 || line.charAt(12) == ' ');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static void add(Headers.Collector headers, String line) throws IOException {
    int colon = line.indexOf(':');
    if (colon <= 0) {
      throw new IOException("the server sent a header without a name");
    }
    try {
      headers.add(line.substring(0, colon), line.substring(colon + 1).strip());
    } catch (IllegalArgumentException e) {
      throw new IOException("the server sent a broken header: " + e.getMessage(), e);
    }
  }

  private static String hint(String line) {
    return !line.isEmpty() && line.charAt(0) == 0x15
        ? ": it answered in TLS; the address must begin with https"
        : "";
  }

  /// A line of the head, without its end.
  String readLine(int sizeSoFar) throws IOException {
    String begun = "";
    while (true) {
      int end = pos;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      String line = begun + new String(buffer, pos, end - pos, StandardCharsets.ISO_8859_1);
      if (sizeSoFar + line.length() > MAX_HEAD) {
        throw new IOException("the head of the answer is larger than " + MAX_HEAD + " bytes");
      }
      if (end < limit) {
        pos = end + 1;
        return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
      }
      begun = line;
      pos = limit;
      if (!fill()) {
        throw new EOFException("the server closed the connection");
      }
    }
  }

  private boolean fill() throws IOException {
    int n = receive(buffer, 0, buffer.length);
    if (n < 0) {
      return false;
    }
    answering = true;
    pos = 0;
    limit = n;
    return true;
  }

  private int receive(byte[] target, int from, int length) throws IOException {
    boolean late;
    int n = -1;
    @Nullable IOException failure = null;
    wait.begin(TimeUnit.NANOSECONDS.convert(silence));
    try {
      n = in.read(target, from, length);
    } catch (IOException e) {
      failure = e;
    } finally {
      late = wait.end();
    }
    if (late) {
      throw Tunnel.late("nothing came for " + RestAttempts.seconds(silence), failure);
    }
    if (failure != null) {
      throw failure;
    }
    return n;
  }

  /// Reads bytes of a body; -1 when the server closed the connection. Large reads go past the
  /// buffer.
  int read(byte[] target, int from, int length) throws IOException {
    if (pos == limit) {
      if (length >= buffer.length) {
        return receive(target, from, length);
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

  /// Ends a connection. Never waits: the farewell of TLS would, behind a write that does not get
  /// through.
  static void cut(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // There is nobody to tell, and nothing to do: the connection is given up.
    }
  }
}
