package dev.drover.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One HTTP/1.1 connection: writes a request, reads the head of the answer, and lends its stream to
/// the body.
///
/// Two deadlines bound it: one for each read and write, and one for the whole call. Both close the
/// channel, which fails whatever blocks on it.
///
/// One request at a time; used by one thread, closed by any.
final class HttpConnection implements ServerCheck.Stream {
  private static final int BUFFER = 16 * 1024; // a record of TLS: no read gives more
  private static final int MAX_HEAD = 256 * 1024;
  private static final int MAX_HEADERS = 1000;
  private static final int MAX_INTERIM = 16; // 1xx responses before the final one

  private final SocketChannel channel; // below the socket
  private final InputStream in;
  private final OutputStream out;
  private final ConnectionWatchdog watchdog;
  private final ServerCheck check;
  private final ConnectionWatchdog.Deadline step; // of one read or write
  private final ConnectionWatchdog.Deadline call;
  private final String host;
  final long generation; // of the TLS settings it was made with

  private final byte[] buffer = new byte[BUFFER];
  private int pos;
  private int limit;
  private boolean answering; // a byte of the current answer has arrived
  private Duration readTimeout = Duration.ZERO; // zero = none
  private Duration callTimeout = Duration.ZERO; // of the call, or of its stream; zero = none
  private boolean streaming;
  private volatile long idleSince;
  private volatile long heard; // when the last bytes came
  private volatile @Nullable String endedBy; // why the connection was ended by a check

  HttpConnection(
      SocketChannel channel,
      Socket socket,
      ConnectionWatchdog watchdog,
      ServerCheck check,
      String host,
      long generation)
      throws IOException {
    this.channel = channel;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
    this.host = host;
    this.generation = generation;
    this.watchdog = watchdog;
    this.check = check;
    this.heard = System.nanoTime();
    this.step = watchdog.add(() -> cut(channel));
    this.call = watchdog.add(() -> cut(channel));
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

  /// Whether the server has ended this idle connection, or sent bytes without a request.
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

  /// Begins a call.
  ///
  /// @param read the limit of each read and write; zero = none
  /// @param whole the limit of the call, of which `left` remains; zero = none
  void beginCall(Duration read, Duration whole, Duration left) {
    readTimeout = read;
    callTimeout = whole;
    streaming = false;
    call.end();
    call.begin(TimeUnit.NANOSECONDS.convert(left));
  }

  /// Ends the limit of the call. Returns whether it had expired; the connection is then closed.
  boolean endCall() {
    return call.end();
  }

  /// The body of the current response may take long: the server is checked when it is silent.
  ///
  /// @param whole the limit of the body; zero = none
  void beginStream(Duration whole) {
    callTimeout = whole;
    streaming = true;
    call.begin(TimeUnit.NANOSECONDS.convert(whole));
    check.add(this);
  }

  /// The body of the current response has ended. Does nothing unless it was a stream.
  void endStream() {
    check.remove(this);
  }

  @Override
  public long heard() {
    return heard;
  }

  @Override
  public void end(String message) {
    endedBy = message;
    cut(channel);
  }

  /// Ends the connection and its deadlines.
  void end() {
    check.remove(this);
    watchdog.remove(step);
    watchdog.remove(call);
    cut(channel);
  }

  /// One read or write within its limit.
  private int timed(Step action, String what) throws IOException {
    boolean late;
    int n = -1;
    @Nullable IOException failure = null;
    step.begin(TimeUnit.NANOSECONDS.convert(readTimeout));
    try {
      n = action.run();
    } catch (IOException e) {
      failure = e;
    } finally {
      late = step.end();
    }
    if (call.hasExpired()) {
      String message = streaming ? "the stream did not end within " : "no whole answer within ";
      throw Tunnel.late(message + RestAttempts.seconds(callTimeout), failure);
    }
    String ended = endedBy;
    if (ended != null) {
      throw Tunnel.late(ended, failure);
    }
    if (late) {
      throw Tunnel.late(what + RestAttempts.seconds(readTimeout), failure);
    }
    if (failure != null) {
      throw failure;
    }
    return n;
  }

  private interface Step {
    int run() throws IOException;
  }

  /// Writes a request and reads the head of the answer.
  Head exchange(Transport.Request request) throws IOException {
    try {
      write(request);
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException e) {
      return earlyHead(request, e);
    }
    return readHead();
  }

  /// The head of the answer to a request that could not be written: a server that refuses a large
  /// body answers before it has read it, and then ends the connection.
  private Head earlyHead(Transport.Request request, IOException failure) throws IOException {
    byte[] body = request.body();
    if (body == null || body.length == 0) {
      throw failure; // the server cannot have known the whole request
    }
    try {
      Head head = readHead();
      return new Head(head.status(), head.headers(), false);
    } catch (IOException e) {
      failure.addSuppressed(e);
      throw failure;
    }
  }

  private void write(Transport.Request request) throws IOException {
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
    timed(
        () -> {
          write(bytes, body);
          return 0;
        },
        "the request could not be written for ");
  }

  private void write(byte[] bytes, byte @Nullable [] body) throws IOException {
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

  private Head readHead() throws IOException {
    for (int interim = 0; interim <= MAX_INTERIM; interim++) {
      Head head = readOneHead();
      if (head.status() >= 200 || head.status() == 101) {
        return head;
      }
    }
    throw new IOException("the server sent more than " + MAX_INTERIM + " interim (1xx) responses");
  }

  private Head readOneHead() throws IOException {
    String line = readLine(MAX_HEAD);
    if (!isStatusLine(line)) {
      throw new IOException("the server does not speak HTTP/1.1" + hint(line));
    }
    int status = Integer.parseInt(line, 9, 12, 10);
    boolean keepAlive = line.charAt(7) != '0';
    Headers.Collector collector = new Headers.Collector();
    int left = MAX_HEAD - line.length();
    while (true) {
      String header = readLine(left);
      if (header.isEmpty()) {
        break;
      }
      left -= header.length() + 2;
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

  /// `HTTP/1.1 200`, alone or with a space and a reason phrase.
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

  /// Skips the trailers of a chunked body: Kubernetes sends none, and this client requests none.
  void skipTrailers() throws IOException {
    int left = MAX_HEAD;
    for (String line = readLine(left); !line.isEmpty(); line = readLine(left)) {
      left -= line.length() + 2;
    }
  }

  /// A line of a head, without its end.
  ///
  /// @param max the longest line that is accepted
  String readLine(int max) throws IOException {
    String begun = "";
    while (true) {
      int end = pos;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      String line = begun + new String(buffer, pos, end - pos, StandardCharsets.ISO_8859_1);
      if (line.length() > max) {
        throw new IOException(
            "the head, a chunk line or the trailers of the answer are larger than allowed ("
                + MAX_HEAD
                + " bytes)");
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
    int n = timed(() -> in.read(target, from, length), "nothing came for ");
    heard = System.nanoTime();
    check.heard(heard);
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

  /// Writes bytes of another protocol after a switch, without a limit; by one thread at a time,
  /// while another may read.
  void writeRaw(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
    out.flush();
  }

  /// Whether bytes have arrived without a request: such a connection must not be used again.
  boolean hasLeftovers() {
    return pos != limit;
  }

  /// Ends a connection. Never waits: the closing alert of TLS would, after a write that does not
  /// get through.
  static void cut(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // The connection is abandoned; a failure to close it has no consequence.
    }
  }
}
