package dev.drover.server.http;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// Joins small messages of the streams of one HTTP/2 connection into few writes to the socket: an
/// event for 100 watches of a client costs little more than for one, since most of the cost is a
/// TLS record and a system call.
///
/// ```
///            message: sent           message: waits
///   quiet ─────────────────▶ recent ─────────────────▶ collecting
///     ▲                       │  ▲                         │
///     └──── the window ends ──┘  └── the window ends: all are sent
/// ```
///
/// So a message after a quiet moment is not delayed, and any other one for a window at most. What
/// Jetty is given while it reports the end of a write goes into the next write together; so the
/// first of the collected messages is written alone, and its callback starts the others.
///
/// The messages of one stream stay in order if each waits for the end of the one before. Safe for
/// any number of threads.
final class WriteCoalescer {
  private static final Duration WINDOW = Duration.ofMillis(1);
  private static final int SMALL = 8 << 10; // bytes; a larger message fills a TLS record by itself
  private static final String ATTRIBUTE = WriteCoalescer.class.getName();

  private final Executor executor;
  private final LongSupplier clock;
  private final Queue<Write> waiting = new ConcurrentLinkedQueue<>();
  private boolean isCollecting; // guarded by this
  private long last; // when something was written; guarded by this

  /// @param clock in nanoseconds
  WriteCoalescer(Executor executor, LongSupplier clock) {
    this.executor = executor;
    this.clock = clock;
    this.last = clock.getAsLong() - WINDOW.toNanos();
  }

  /// Writes a part of a body.
  @FunctionalInterface
  interface Sink {
    void write(ByteBuffer part, Callback callback);
  }

  /// Where a response is written in small parts: with those of other streams if its connection has
  /// any.
  ///
  /// @param executor runs a task for each window in which something was collected
  static Sink sink(Response response, Executor executor) {
    ConnectionMetaData connection = response.getRequest().getConnectionMetaData();
    Sink direct = (part, callback) -> response.write(false, part, callback);
    if (connection.getHttpVersion() != HttpVersion.HTTP_2) {
      return direct;
    }
    WriteCoalescer coalescer = of(connection, executor);
    return (part, callback) -> coalescer.write(direct, part, callback);
  }

  private static WriteCoalescer of(ConnectionMetaData data, Executor executor) {
    Connection connection = data.getConnection();
    synchronized (connection) {
      if (data.getAttribute(ATTRIBUTE) instanceof WriteCoalescer known) {
        return known;
      }
      WriteCoalescer coalescer = new WriteCoalescer(executor, System::nanoTime);
      data.setAttribute(ATTRIBUTE, coalescer);
      return coalescer;
    }
  }

  private record Write(Sink sink, ByteBuffer part, Callback callback) {
    void start() {
      sink.write(part, callback);
    }

    /// @param next runs when this is written, in Jetty's write loop
    void startThen(Runnable next) {
      sink.write(part, Callback.from(callback, next));
    }
  }

  void write(Sink sink, ByteBuffer part, Callback callback) {
    Write write = new Write(sink, part, callback);
    if (part.remaining() == 0 || part.remaining() > SMALL || isDue()) {
      write.start();
      return;
    }
    waiting.add(write);
    long left;
    synchronized (this) {
      if (isCollecting) {
        return;
      }
      isCollecting = true;
      left = left();
    }
    collect(left);
  }

  /// Whether nothing was written for a window; if so, a message is written now.
  private synchronized boolean isDue() {
    if (isCollecting || left() > 0) {
      return false;
    }
    last = clock.getAsLong();
    return true;
  }

  private long left() {
    return WINDOW.toNanos() - (clock.getAsLong() - last);
  }

  private void collect(long nanos) {
    try {
      executor.execute(
          () -> {
            LockSupport.parkNanos(this, nanos); // early if the server closes: nothing to wait for
            sendAll();
          });
    } catch (RejectedExecutionException closed) {
      sendAll();
    }
  }

  private void sendAll() {
    synchronized (this) {
      isCollecting = false;
      last = clock.getAsLong();
    }
    for (Write write = waiting.poll(); write != null; write = waiting.poll()) {
      write.startThen(this::sendRest); // a write that the client's window holds up stops no other
    }
  }

  private void sendRest() {
    for (Write write = waiting.poll(); write != null; write = waiting.poll()) {
      write.start();
    }
  }
}
