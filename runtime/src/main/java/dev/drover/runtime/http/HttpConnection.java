package dev.drover.runtime.http;

import dev.drover.api.Bytes;
import dev.drover.api.text.PrintableText;
import dev.drover.client.TimeSource;
import dev.drover.client.TimeSource.Alarm;
import dev.drover.runtime.ServerLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One connection of an [HttpListener]: reads requests one after the other and answers each.
///
/// ```
///             first byte         head               body               response
///   WAITING ────────────▶ HEAD ────────▶ RECEIVING ────────▶ SERVING ────────────▶ WAITING
///      │ idle limit        │ head limit     │ body limit        │ write limit
///      └───────────────────┴────────────────┴──────────────────▶ CLOSED
/// ```
///
/// A new connection begins in HEAD, so that the head limit covers the TLS handshake. A limit closes
/// the channel, which fails whatever blocks on it. The time that a handler takes is limited by the
/// handler alone.
///
/// Run by one thread; closed by any.
final class HttpConnection implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);

  private final HttpListener.Settings settings;
  private final ServerLimits limits;
  private final TimeSource time;
  private final SocketChannel channel;
  private final HttpListener listener;
  private State state = State.HEAD; // guarded by this
  private long since; // when the state was entered, in nanoseconds; guarded by this
  private @Nullable Alarm limit; // of the state; guarded by this
  private @Nullable Thread thread; // guarded by this

  enum State {
    WAITING,
    HEAD,
    RECEIVING,
    SERVING,
    CLOSED;

    /// Whether a connection may be closed in favour of a new one.
    boolean isDispensable() {
      return this == WAITING || this == HEAD;
    }
  }

  HttpConnection(HttpListener.Settings settings, SocketChannel channel, HttpListener listener) {
    this.settings = settings;
    this.limits = settings.limits();
    this.time = settings.time();
    this.channel = channel;
    this.listener = listener;
    this.since = time.nanoTime();
  }

  @Override
  public void run() {
    try {
      begin();
      serve();
    } catch (SSLException e) {
      LOG.info(
          "{}: TLS with {} failed: {}", settings.name(), peer(), PrintableText.of(e.getMessage()));
    } catch (IOException e) {
      LOG.debug("{}: the connection of {} ended", settings.name(), peer(), e);
    } finally {
      close();
      listener.ended(this);
    }
  }

  private synchronized void begin() throws IOException {
    if (state == State.CLOSED) {
      throw new IOException("closed before it began");
    }
    thread = Thread.currentThread();
    enter(State.HEAD, limits.head());
  }

  private void serve() throws IOException {
    Socket socket = channel.socket();
    socket.setTcpNoDelay(true);
    if (settings.tls() != null) {
      socket = handshake(settings.tls(), socket);
    }
    InputStream in = socket.getInputStream();
    OutputStream out = socket.getOutputStream();
    RequestReader reader = new RequestReader(in, limits.headBytes());
    while (reader.awaitRequest() && serveOne(reader, out)) {
      enter(State.WAITING, limits.idle());
    }
  }

  private static SSLSocket handshake(HttpListener.Tls tls, Socket socket) throws IOException {
    SSLSocket secured =
        (SSLSocket) tls.context().getSocketFactory().createSocket(socket, null, true);
    secured.setNeedClientAuth(tls.needsClientCertificate());
    secured.startHandshake();
    return secured;
  }

  /// @return whether the connection may carry another request
  private boolean serveOne(RequestReader reader, OutputStream out) throws IOException {
    RequestReader.Head head;
    RequestReader.Body body;
    if (!isIn(State.HEAD)) { // the first request: the limit began with the connection
      enter(State.HEAD, limits.head());
    }
    try {
      head = reader.readHead();
      enter(State.RECEIVING, limits.body());
      if (head.expectsContinue() && head.length() <= settings.bodyBytes()) {
        out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
      }
      body = reader.readBody(head, settings.bodyBytes());
    } catch (BadRequestException e) {
      enter(State.SERVING, limits.write());
      String reason = e.getMessage() + "\n";
      write(out, HttpResponse.text(e.code(), reason), false, false);
      return false;
    }
    enter(State.SERVING, null);
    HttpResponse response = handle(head, body);
    if (response.stream() != null) {
      stream(out, response, response.stream());
      return false;
    }
    enter(State.SERVING, limits.write());
    boolean keepAlive = head.keepAlive() && !body.isTooLarge() && !listener.isStopping();
    write(out, response, keepAlive, head.method().equals("HEAD"));
    return keepAlive;
  }

  private HttpResponse handle(RequestReader.Head head, RequestReader.Body body) {
    try {
      return settings
          .handler()
          .handle(
              new HttpRequest(
                  head.method(),
                  head.path(),
                  head.query(),
                  head.headers(),
                  body.bytes(),
                  body.isTooLarge()));
    } catch (Throwable e) {
      // An Error too: the peer gets an answer, and the server goes on.
      LOG.error(
          "{}: cannot answer {} {}",
          settings.name(),
          PrintableText.of(head.method()),
          PrintableText.of(head.path()),
          e);
      return HttpResponse.text(500, "the request failed: see the log of the server\n");
    } finally {
      // A handler that was interrupted has dealt with it; on the channel it would end the response.
      var _ = Thread.interrupted();
    }
  }

  /// The time that a stream takes is limited by its handler and by the stop of the listener.
  private static void stream(OutputStream out, HttpResponse response, HttpResponse.Stream stream)
      throws IOException {
    StringBuilder head = head(response).append("\r\nConnection: close\r\n\r\n");
    out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
    try {
      stream.writeTo(out);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the listener stops
    }
  }

  private static StringBuilder head(HttpResponse response) {
    StringBuilder head = new StringBuilder(256);
    head.append("HTTP/1.1 ").append(response.code()).append(' ').append(reason(response.code()));
    response
        .headers()
        .forEach((name, value) -> head.append("\r\n").append(name).append(": ").append(value));
    return head;
  }

  private static void write(
      OutputStream out, HttpResponse response, boolean keepAlive, boolean headOnly)
      throws IOException {
    StringBuilder head = head(response);
    Bytes body = response.body();
    head.append("\r\nContent-Length: ").append(body.length());
    head.append(keepAlive ? "\r\n\r\n" : "\r\nConnection: close\r\n\r\n");
    byte[] bytes = head.toString().getBytes(StandardCharsets.ISO_8859_1);
    byte[] whole = new byte[bytes.length + (headOnly ? 0 : body.length())];
    System.arraycopy(bytes, 0, whole, 0, bytes.length);
    if (!headOnly) {
      System.arraycopy(body.toByteArray(), 0, whole, bytes.length, body.length());
    }
    out.write(whole);
    out.flush();
  }

  private static String reason(int code) {
    return switch (code) {
      case 200 -> "OK";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 500 -> "Internal Server Error";
      case 503 -> "Service Unavailable";
      default -> "Status";
    };
  }

  /// @param within the limit of the state; null = none
  private synchronized void enter(State next, @Nullable Duration within) throws IOException {
    if (state == State.CLOSED) {
      throw new IOException("the connection was closed");
    }
    if (limit != null) {
      limit.cancel();
    }
    state = next;
    since = time.nanoTime();
    limit = within == null ? null : time.after(within, () -> expire(next));
  }

  private void expire(State expired) {
    LOG.debug("{}: the time of {} for {} is over", settings.name(), peer(), expired);
    close();
  }

  private synchronized boolean isIn(State asked) {
    return state == asked;
  }

  synchronized State state() {
    return state;
  }

  synchronized long since() {
    return since;
  }

  /// Closes the connection if it carries no request.
  ///
  /// @return whether it is closed
  synchronized boolean closeIfDispensable() {
    if (state.isDispensable()) {
      close();
    }
    return state == State.CLOSED;
  }

  /// Closes the connection and interrupts its handler. Never waits: TLS sends no close_notify.
  synchronized void abort() {
    boolean isServing = state == State.SERVING;
    close();
    if (isServing && thread != null) {
      thread.interrupt();
    }
  }

  private synchronized void close() {
    if (limit != null) {
      limit.cancel();
      limit = null;
    }
    state = State.CLOSED;
    HttpListener.close(channel);
  }

  private String peer() {
    try {
      return String.valueOf(channel.getRemoteAddress());
    } catch (IOException e) {
      return "a closed connection";
    }
  }
}
