package dev.drover.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// HTTP/1.1 over blocking sockets, one request per connection at a time.
///
/// ```
///            send                     body read to its end
///   (new) ──────────▶ in use ───────────────────────────────▶ idle ──── 30 s, or new certificates ──▶ closed
///                       │  ▲                                    │
///                       │  └──────────────── send ──────────────┘
///                       └── body not read, error, interrupt, close() ──▶ closed
/// ```
///
/// A watch holds its connection, so the number of watches is limited by nothing but sockets, and
/// one slow reader cannot hold up another. Sockets are channels below: an interrupt closes them, on
/// platform threads too. A dead peer is noticed by TCP keep-alive within about 30 seconds, a slow
/// one by the time-outs of the request, which a [ConnectionWatchdog] enforces.
final class SocketTransport implements Transport {
  private static final long IDLE_NANOS =
      Duration.ofSeconds(30).toNanos(); // well below the server's 90
  private static final int MAX_IDLE = 25;
  static final String CLOSED = "the client is closed";

  private final ClientConfig config;
  private final LongSupplier nanoTime;
  private final URI server;
  private final boolean tls;
  private final Connector connector;
  private final String hostHeader;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<HttpConnection> idle = new ArrayDeque<>(); // the last used first
  // All of them, also those not yet connected, to be closed with the transport.
  private final Set<SocketChannel> open = new HashSet<>();
  private final ConnectionWatchdog watchdog = new ConnectionWatchdog();
  private final PreconnectedConnection early = new PreconnectedConnection();
  private final ServerCheck check;
  private volatile boolean closed; // written under the lock

  SocketTransport(ClientConfig config) {
    this(config, System::nanoTime);
  }

  SocketTransport(ClientConfig config, LongSupplier nanoTime) {
    this.config = config;
    this.nanoTime = nanoTime;
    this.server = config.server();
    this.check = new ServerCheck(config.timeouts(), watchdog, this::checkServer);
    this.tls = "https".equals(server.getScheme());
    this.connector = new Connector(config, watchdog);
    this.hostHeader =
        server.getPort() >= 0 ? server.getHost() + ":" + server.getPort() : server.getHost();
  }

  /// Begins to connect in the background, for the first request to find a connection ready.
  void connectEarly() {
    early.begin(() -> connect(CallLimit.NONE));
  }

  Connector connector() {
    return connector;
  }

  ConnectionWatchdog watchdog() {
    return watchdog;
  }

  ServerCheck check() {
    return check;
  }

  private @Nullable HttpConnection takeReady(CallLimit limit) throws IOException {
    HttpConnection idle = takeIdle();
    return idle != null ? idle : early.take(limit);
  }

  @Override
  public Response send(Request request) throws IOException {
    CallLimit limit = CallLimit.of(request.callTimeout());
    CallLimit connecting = limit.orShorter(request.readTimeout());
    while (true) {
      HttpConnection reused = switchesProtocol(request) ? null : takeReady(connecting);
      HttpConnection connection = reused != null ? reused : connect(connecting);
      try {
        return exchange(connection, request, limit);
      } catch (IOException | RuntimeException e) {
        forget(connection);
        boolean replay =
            reused != null
                && e instanceof IOException
                && !connection.hasBegunToAnswer()
                && isReplayable(request)
                && !Thread.currentThread().isInterrupted()
                && !(e instanceof SocketTimeoutException);
        if (!replay) {
          throw interruptedOr(e);
        }
        // The server closed an idle connection just as we took it: ask again on another.
      }
    }
  }

  /// A command must not run twice: such a request gets a connection of its own and is not replayed.
  static boolean switchesProtocol(Request request) {
    return request.headers().first("Upgrade").isPresent();
  }

  /// Any response will do, so no credentials are sent.
  private void checkServer(Duration limit) throws IOException {
    send(Request.of("GET", server.getRawPath() + "/livez").with(r -> r.callTimeout(limit))).close();
  }

  static boolean isReplayable(Request request) {
    return request.method().equals("GET") || request.method().equals("HEAD");
  }

  private Response exchange(HttpConnection connection, Request request, CallLimit limit)
      throws IOException {
    connection.beginCall(request.readTimeout(), request.callTimeout(), limit.left());
    HttpConnection.Head head = connection.exchange(accepting(request, config));
    boolean switched = head.status() == 101 && switchesProtocol(request);
    boolean open = request.longRunning() && (switched || isSuccess(head.status()));
    if (open && connection.endCall()) {
      throw limit.exceeded(null);
    }
    if (open) {
      connection.beginStream(request.streamTimeout());
    }
    return new Answer(connection, head, HttpBody.of(connection, request, head));
  }

  static boolean isSuccess(int status) {
    return status >= 200 && status < 300;
  }

  /// The request, which may accept compression.
  static Request accepting(Request request, ClientConfig config) {
    return request.longRunning() || !config.compression()
        ? request
        : request.with(r -> r.headers(request.headers().with("Accept-Encoding", "gzip")));
  }

  /// What an interrupt or [#close] did to a socket looks like any other failure; we know better.
  private IOException interruptedOr(Exception e) {
    if (Thread.currentThread().isInterrupted()) {
      return Interrupts.asIo(e);
    }
    if (closed) {
      return new IOException(CLOSED, e);
    }
    if (e instanceof RuntimeException bug) {
      throw bug;
    }
    return (IOException) e;
  }

  /// An idle connection that the server still knows, as far as one can tell.
  private @Nullable HttpConnection takeIdle() throws IOException {
    long generation = tls ? config.tls().generation() : 0;
    while (true) {
      List<HttpConnection> stale = new ArrayList<>();
      HttpConnection found;
      lock.lock();
      try {
        if (closed) {
          throw new IOException(CLOSED);
        }
        long now = nanoTime.getAsLong();
        for (HttpConnection candidate : idle) {
          if (candidate.generation != generation || now - candidate.idleSince() >= IDLE_NANOS) {
            stale.add(candidate);
          }
        }
        idle.removeAll(stale);
        found = idle.pollFirst();
      } finally {
        lock.unlock();
      }
      stale.forEach(this::forget);
      if (found == null || !found.hasEnded()) {
        return found;
      }
      forget(found);
    }
  }

  private HttpConnection connect(CallLimit limit) throws IOException {
    long generation = tls ? config.tls().generation() : 0;
    SocketChannel channel = SocketChannel.open();
    boolean connected = false;
    try {
      remember(channel);
      Socket socket = connector.connect(channel, limit);
      HttpConnection connection =
          new HttpConnection(channel, socket, watchdog, check, hostHeader, generation);
      connected = true;
      return connection;
    } catch (IOException | RuntimeException e) {
      throw interruptedOr(e);
    } finally {
      if (!connected) {
        forget(channel);
      }
    }
  }

  private void remember(SocketChannel channel) throws IOException {
    lock.lock();
    try {
      if (closed) {
        throw new IOException(CLOSED);
      }
      open.add(channel);
    } finally {
      lock.unlock();
    }
  }

  private void forget(HttpConnection connection) {
    connection.end();
    forget(connection.channel());
  }

  private void forget(SocketChannel channel) {
    lock.lock();
    try {
      open.remove(channel);
    } finally {
      lock.unlock();
    }
    HttpConnection.cut(channel);
  }

  private void giveBack(HttpConnection connection) {
    boolean kept;
    lock.lock();
    try {
      kept = !closed && idle.size() < MAX_IDLE;
      if (kept) {
        connection.idleSince(nanoTime.getAsLong());
        idle.addFirst(connection);
      }
    } finally {
      lock.unlock();
    }
    if (!kept) {
      forget(connection);
    }
  }

  @Override
  public void close() {
    List<SocketChannel> all;
    lock.lock();
    try {
      closed = true;
      all = List.copyOf(open);
      open.clear();
      idle.clear();
    } finally {
      lock.unlock();
    }
    all.forEach(HttpConnection::cut);
    watchdog.close();
  }

  /// An answer on one of our connections.
  private final class Answer implements Response {
    private final HttpConnection connection;
    private final HttpConnection.Head head;
    private final HttpBody raw;
    private final InputStream body;
    private final AtomicBoolean done = new AtomicBoolean();

    Answer(HttpConnection connection, HttpConnection.Head head, HttpBody raw) throws IOException {
      this.connection = connection;
      this.head = head;
      this.raw = raw;
      boolean gzip =
          !raw.isEmpty()
              && head.headers().first("Content-Encoding").orElse("").equalsIgnoreCase("gzip");
      this.body = new Body(gzip ? new GZIPInputStream(raw, 64 * 1024) : raw, raw);
    }

    @Override
    public int status() {
      return head.status();
    }

    @Override
    public Headers headers() {
      return head.headers();
    }

    @Override
    public InputStream body() {
      return body;
    }

    @Override
    public OutputStream output() throws IOException {
      return head.status() == 101 ? new Output(connection) : Response.super.output();
    }

    @Override
    public void close() {
      if (!done.compareAndSet(false, true)) {
        return; // given back twice, it would be used twice
      }
      connection.endStream();
      boolean late = connection.endCall();
      if (!late && head.keepAlive() && raw.leavesConnectionUsable() && !connection.hasLeftovers()) {
        giveBack(connection);
      } else {
        forget(connection);
      }
    }
  }

  /// What is written after a switch of protocols.
  private final class Output extends OutputStream {
    private final HttpConnection connection;

    Output(HttpConnection connection) {
      this.connection = connection;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        connection.writeRaw(bytes, from, length);
      } catch (IOException e) {
        throw interruptedOr(e);
      }
    }
  }

  /// Tells an interrupt from other failures of a read, and reads what follows the last compressed
  /// byte: the end of the chunks.
  private final class Body extends FilterInputStream {
    private final HttpBody raw;

    Body(InputStream in, HttpBody raw) {
      super(in);
      this.raw = raw;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      try {
        int n = in.read(target, from, length);
        if (n < 0 && raw.read() >= 0) {
          throw new IOException("the body goes on after its compressed part");
        }
        return n;
      } catch (IOException e) {
        throw interruptedOr(e);
      }
    }
  }
}
