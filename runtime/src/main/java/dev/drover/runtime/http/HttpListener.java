package dev.drover.runtime.http;

import dev.drover.client.TimeSource;
import dev.drover.runtime.ServerLimits;
import dev.drover.runtime.http.HttpConnection.State;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Accepts connections within limits and serves HTTP/1.1 on them, with or without TLS.
///
/// Each connection has a virtual thread. Decision 19 says why this is not the JDK's server. Thread
/// safe.
public final class HttpListener {
  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
  private static final int BACKLOG = 256;

  /// How long a request whose body is arriving may go on when the listener stops.
  private static final Duration ARRIVING = Duration.ofSeconds(1);

  private static final Duration POLL = Duration.ofMillis(20);

  /// How long the listener waits for threads whose connections are closed.
  private static final Duration JOIN = Duration.ofSeconds(1);

  private final Settings settings;
  private final ServerSocketChannel server;
  private final int port;
  private final Thread acceptor;
  private final Set<HttpConnection> connections = new LinkedHashSet<>(); // guarded by this
  private boolean stopping; // guarded by this

  /// What to serve.
  ///
  /// @param name of the component, for threads and logs, such as `webhook`
  /// @param address port 0 = any free one
  /// @param tls null = without TLS
  /// @param bodyBytes the size of a request's body
  /// @param time for the limits of connections
  public record Settings(
      String name,
      InetSocketAddress address,
      @Nullable Tls tls,
      ServerLimits limits,
      int bodyBytes,
      TimeSource time,
      HttpHandler handler) {}

  /// TLS of a listener.
  ///
  /// @param needsClientCertificate whether connections without a trusted certificate are refused
  public record Tls(SSLContext context, boolean needsClientCertificate) {}

  private HttpListener(Settings settings, ServerSocketChannel server) throws IOException {
    this.settings = settings;
    this.server = server;
    this.port = server.socket().getLocalPort();
    this.acceptor =
        Thread.ofPlatform()
            .daemon()
            .name("drover/" + settings.name + "/accept")
            .unstarted(this::accept);
  }

  /// Starts to listen.
  ///
  /// @throws BindException if the address is not free
  public static HttpListener start(Settings settings) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      server.bind(settings.address, BACKLOG);
      HttpListener listener = new HttpListener(settings, server);
      listener.acceptor.start();
      return listener;
    } catch (IOException e) {
      close(server);
      throw e;
    }
  }

  /// The port, chosen by the operating system if the settings have none.
  public int port() {
    return port;
  }

  private void accept() {
    for (long number = 0; !isStopping(); number++) {
      try {
        begin(server.accept(), number);
      } catch (ClosedChannelException e) {
        return; // by stop
      } catch (IOException e) {
        // Such as too many open files: connections that end make room.
        LOG.warn("{}: cannot accept a connection, retrying in 1 s", settings.name, e);
        LockSupport.parkNanos(this, Duration.ofSeconds(1).toNanos());
      }
    }
  }

  private void begin(SocketChannel channel, long number) {
    HttpConnection connection = new HttpConnection(settings, channel, this);
    if (!admit(connection)) {
      close(channel);
      return;
    }
    Thread.ofVirtual().name("drover/" + settings.name + "/connection-" + number).start(connection);
  }

  /// Waits until there is room for one more connection.
  ///
  /// @return false when the listener stops
  private synchronized boolean admit(HttpConnection connection) {
    try {
      while (!stopping && connections.size() >= settings.limits.connections() && !evict()) {
        wait(POLL.toMillis()); // one of them may be dispensable by now
      }
    } catch (InterruptedException e) {
      return false; // no other class knows the thread
    }
    if (!stopping) {
      connections.add(connection);
    }
    return !stopping;
  }

  /// Closes the connection that has been without a complete request for longest.
  private synchronized boolean evict() {
    Optional<HttpConnection> oldest =
        connections.stream()
            .filter(connection -> connection.state().isDispensable())
            .min(
                Comparator.comparingLong(
                    connection -> connection.since() - settings.time.nanoTime()));
    if (oldest.isEmpty() || !oldest.get().closeIfDispensable()) {
      return false;
    }
    LOG.debug("{}: closed a connection without a request in favour of a new one", settings.name);
    return connections.remove(oldest.get());
  }

  synchronized void ended(HttpConnection connection) {
    connections.remove(connection);
    notifyAll();
  }

  synchronized boolean isStopping() {
    return stopping;
  }

  /// Stops listening. Connections without a request are closed at once, those whose request is
  /// arriving after a second; requests that are being served have the grace period. Returns when no
  /// connection is left.
  public void stop(Duration grace) {
    synchronized (this) {
      stopping = true;
      notifyAll();
    }
    close(server);
    all().forEach(HttpConnection::closeIfDispensable);
    long begin = System.nanoTime();
    Duration arriving = grace.compareTo(ARRIVING) < 0 ? grace : ARRIVING;
    awaitNone(begin, arriving, connection -> connection.state() == State.RECEIVING);
    abort(connection -> connection.state() != State.SERVING);
    awaitNone(begin, grace, _ -> true);
    abort(_ -> true);
    awaitNone(System.nanoTime(), JOIN, _ -> true);
  }

  private void abort(Predicate<HttpConnection> which) {
    all().stream().filter(which).forEach(HttpConnection::abort);
  }

  private synchronized List<HttpConnection> all() {
    return List.copyOf(connections);
  }

  private synchronized void awaitNone(long begin, Duration limit, Predicate<HttpConnection> which) {
    try {
      while (connections.stream().anyMatch(which) && System.nanoTime() - begin < limit.toNanos()) {
        wait(POLL.toMillis()); // states change without a signal
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the caller does not want to wait any longer
    }
  }

  static void close(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("HTTP listener: cannot close a channel, ignored", e);
    }
  }
}
