package dev.drover.client;

import dev.drover.client.http2.Http2Connection;
import dev.drover.client.http2.Http2Exception;
import dev.drover.client.http2.Http2Stream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// HTTP/2 connections to one server that many requests share, as few as have room for all.
///
/// One connection is made at a time, and all requests without room wait for it: a thousand at once
/// make ten handshakes, not a thousand. A connection takes no new requests when the TLS settings
/// have changed, and goes once its last one is over or it was idle for a while. One that brought
/// nothing for [RequestTimeouts#checkAfter] is asked for a sign of life (PING), and ends with all
/// that it carries if none comes.
///
/// Any number of threads.
final class SharedConnections implements AutoCloseable {
  private static final long IDLE_NANOS = Duration.ofSeconds(30).toNanos();
  private static final long REFUSAL_NANOS = Duration.ofMinutes(5).toNanos();
  private static final int MAX_ATTEMPTS = 1000; // of a request that finds no room

  private final ClientConfig config;
  private final SocketTransport own;
  private final RequestTimeouts timeouts;
  private final String authority;

  private final ReentrantLock lock = new ReentrantLock(); // guards all below
  private final List<Shared> open = new ArrayList<>();
  private final Set<SocketChannel> connecting = new HashSet<>();
  private @Nullable FutureTask<@Nullable Void> attempt; // to make one more connection
  private long refused; // when the server last chose HTTP/1.1; 0 = never
  private boolean closed;

  SharedConnections(ClientConfig config, SocketTransport own) {
    URI server = config.server();
    this.config = config;
    this.own = own;
    this.timeouts = config.timeouts();
    this.authority =
        server.getPort() >= 0 ? server.getHost() + ":" + server.getPort() : server.getHost();
  }

  /// A connection with what belongs to it.
  private final class Shared {
    private final Http2Connection connection;
    private final long generation;
    private final ConnectionWatchdog.Deadline timer = own.watchdog().add(this::check);
    private volatile long idleSince = System.nanoTime();
    private long asked; // when a sign of life was asked for; of the watchdog's thread

    Shared(Http2Connection connection, long generation) {
      this.connection = connection;
      this.generation = generation;
    }

    private void begin() {
      if (!timeouts.checkAfter().isZero()) {
        timer.begin(TimeUnit.NANOSECONDS.convert(timeouts.checkAfter()));
      }
    }

    /// Runs on the watchdog's thread, and must not wait.
    private void check() {
      long now = System.nanoTime();
      long quiet = now - connection.heard();
      long patience = TimeUnit.NANOSECONDS.convert(timeouts.checkAfter());
      if (connection.hasEnded()) {
        own.watchdog().remove(timer);
      } else if (connection.streams() == 0) {
        asked = 0;
        if (now - idleSince >= IDLE_NANOS) {
          connection.retire();
        }
        timer.begin(patience);
      } else if (quiet < patience) {
        asked = 0;
        timer.begin(patience - quiet);
      } else if (asked == 0 || connection.heard() - asked >= 0) {
        asked = now;
        connection.ping();
        timer.begin(TimeUnit.NANOSECONDS.convert(timeouts.checkLimit()));
      } else {
        connection.end(
            new SocketTimeoutException(
                "nothing came for %s, and the server did not answer a ping within %s"
                    .formatted(
                        RestAttempts.seconds(timeouts.checkAfter()),
                        RestAttempts.seconds(timeouts.checkLimit()))));
      }
    }

    private @Nullable Http2Stream open(Http2Connection.Request request) throws IOException {
      Http2Stream stream = connection.open(request);
      idleSince = System.nanoTime();
      return stream;
    }
  }

  /// Sends a request over a shared connection; null if the server speaks only HTTP/1.1.
  Transport.@Nullable Response send(Transport.Request request) throws IOException {
    CallLimit limit = CallLimit.of(request.callTimeout());
    Http2Connection.Request head = head(SocketTransport.accepting(request, config));
    for (int failures = 0; ; failures++) {
      Taken taken = take(head, limit.orShorter(request.readTimeout()));
      if (taken == null) {
        return null;
      }
      SharedAnswer answer = new SharedAnswer(taken.stream, taken.connection, request, limit, own);
      boolean received = false;
      try {
        answer.exchange();
        received = true;
        return answer;
      } catch (IOException e) {
        if (failures >= 3 || !canBeSentAgain(e, request, taken)) {
          throw translated(e);
        }
      } finally {
        if (!received) {
          answer.close();
        }
      }
    }
  }

  private record Taken(Http2Stream stream, Http2Connection connection) {}

  private boolean canBeSentAgain(IOException e, Transport.Request request, Taken taken) {
    if (Thread.currentThread().isInterrupted() || e instanceof SocketTimeoutException) {
      return false;
    }
    if (e instanceof Http2Exception known) {
      if (known.wantsHttp1()) {
        refuse();
      }
      return known.isUnprocessed();
    }
    // The server closed a connection just as it was taken.
    return taken.connection.isRetired()
        && taken.connection.isResponsive()
        && SocketTransport.isReplayable(request);
  }

  private Http2Connection.Request head(Transport.Request request) {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    request
        .headers()
        .forEach((name, value) -> headers.add(new SimpleImmutableEntry<>(name, value)));
    byte[] body = request.body();
    if (body != null || !request.method().equals("GET")) {
      headers.add(
          new SimpleImmutableEntry<>(
              "content-length", Integer.toString(body == null ? 0 : body.length)));
    }
    return new Http2Connection.Request(
        request.method(),
        "https",
        authority,
        request.target(),
        headers,
        body != null && body.length > 0);
  }

  /// What [#close] does to a connection looks like any other failure; we know better.
  private IOException translated(IOException e) {
    lock.lock();
    try {
      return closed && !Thread.currentThread().isInterrupted()
          ? new IOException(SocketTransport.CLOSED, e)
          : e;
    } finally {
      lock.unlock();
    }
  }

  // ---- Connections

  private @Nullable Taken take(Http2Connection.Request request, CallLimit limit)
      throws IOException {
    for (int tried = 0; tried < MAX_ATTEMPTS; tried++) {
      long generation = config.tls().generation();
      FutureTask<@Nullable Void> awaited;
      lock.lock();
      try {
        if (closed) {
          throw new IOException(SocketTransport.CLOSED);
        }
        if (refused != 0 && System.nanoTime() - refused < REFUSAL_NANOS) {
          return null;
        }
        Taken found = find(request, generation);
        if (found != null) {
          return found;
        }
        awaited = attempt;
        if (awaited == null) {
          awaited = new FutureTask<>(() -> attempt(generation));
          attempt = awaited;
          Thread.ofVirtual().name("drover/client/connect").start(awaited);
        }
      } finally {
        lock.unlock();
      }
      await(awaited, limit);
    }
    throw new IOException("the server takes no more streams");
  }

  /// Opens a stream on a connection that has room.
  private @Nullable Taken find(Http2Connection.Request request, long generation)
      throws IOException {
    open.removeIf(shared -> shared.connection.hasEnded());
    for (Shared shared : open) {
      if (shared.generation != generation) {
        shared.connection.retire();
      }
      Http2Stream stream = shared.open(request);
      if (stream != null) {
        return new Taken(stream, shared.connection);
      }
    }
    return null;
  }

  private void await(FutureTask<@Nullable Void> attempt, CallLimit limit) throws IOException {
    try {
      Duration left = limit.left();
      if (left.isZero()) {
        attempt.get();
      } else {
        attempt.get(TimeUnit.NANOSECONDS.convert(left), TimeUnit.NANOSECONDS);
      }
    } catch (TimeoutException e) {
      throw Tunnel.late(Tunnel.silence(config.proxy()) + RestAttempts.seconds(limit.total()), null);
    } catch (InterruptedException e) {
      throw Interrupts.asIo(e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException bug -> throw bug;
        case null, default -> throw new IOException(e);
      }
    }
  }

  private @Nullable Void attempt(long generation) throws IOException {
    try {
      connect(generation);
      return null;
    } finally {
      lock.lock();
      try {
        attempt = null; // however it ended, without a free file descriptor too
      } finally {
        lock.unlock();
      }
    }
  }

  private void connect(long generation) throws IOException {
    SocketChannel channel = SocketChannel.open();
    boolean shared = false;
    try {
      begin(channel);
      Socket socket = own.connector().connect(channel, CallLimit.NONE, "h2", "http/1.1");
      if (socket instanceof SSLSocket tls && "h2".equals(tls.getApplicationProtocol())) {
        add(channel, socket, generation);
        shared = true;
      } else {
        refuse();
      }
    } finally {
      end(channel);
      if (!shared) {
        HttpConnection.cut(channel);
      }
    }
  }

  private void begin(SocketChannel channel) throws IOException {
    lock.lock();
    try {
      if (closed) {
        throw new IOException(SocketTransport.CLOSED);
      }
      connecting.add(channel);
    } finally {
      lock.unlock();
    }
  }

  private void end(SocketChannel channel) {
    lock.lock();
    try {
      connecting.remove(channel);
    } finally {
      lock.unlock();
    }
  }

  private void add(SocketChannel channel, Socket socket, long generation) throws IOException {
    Http2Connection connection =
        new Http2Connection(
            socket.getInputStream(),
            socket.getOutputStream(),
            () -> HttpConnection.cut(channel),
            own.check()::heard);
    Shared shared = new Shared(connection, generation);
    lock.lock();
    try {
      if (closed) {
        throw new IOException(SocketTransport.CLOSED);
      }
      connection.start();
      open.add(shared);
    } finally {
      lock.unlock();
    }
    shared.begin();
  }

  private void refuse() {
    lock.lock();
    try {
      refused = System.nanoTime() | 1; // never 0
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    List<Shared> all;
    List<SocketChannel> begun;
    lock.lock();
    try {
      closed = true;
      all = List.copyOf(open);
      begun = List.copyOf(connecting);
      open.clear();
    } finally {
      lock.unlock();
    }
    begun.forEach(HttpConnection::cut);
    for (Shared shared : all) {
      own.watchdog().remove(shared.timer);
      shared.connection.end(new IOException(SocketTransport.CLOSED));
    }
  }
}
