package dev.drover.client;

import dev.drover.client.http2.Http2Connection;
import dev.drover.client.http2.Http2Stream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// A request and its answer on a connection that others use too.
///
/// Bounded like [HttpConnection]: by a limit for each wait and one for the whole call. Both end the
/// stream only. One thread reads; any may close it.
final class SharedAnswer implements Transport.Response, ServerCheck.Stream {
  private static final int UNPACKED = 64 * 1024;

  private final Http2Stream stream;
  private final Http2Connection connection;
  private final Transport.Request request;
  private final CallLimit limit;
  private final ServerCheck check;
  private final ConnectionWatchdog watchdog;
  private final ConnectionWatchdog.Deadline step; // of one wait
  private final ConnectionWatchdog.Deadline call;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile @Nullable String endedBy; // why the stream was ended by a check
  private boolean isOpen; // a stream: the limit of the call is over
  private int status;
  private Headers headers = Headers.EMPTY;
  private InputStream body = InputStream.nullInputStream();

  SharedAnswer(
      Http2Stream stream,
      Http2Connection connection,
      Transport.Request request,
      CallLimit limit,
      SocketTransport own) {
    this.stream = stream;
    this.connection = connection;
    this.request = request;
    this.limit = limit;
    this.check = own.check();
    this.watchdog = own.watchdog();
    this.step = watchdog.add(this::cancel);
    this.call = watchdog.add(this::cancel);
  }

  private void cancel() {
    stream.abort(new IOException("the request was cancelled"));
  }

  /// Sends the body of the request, and waits for the head of the answer.
  void exchange() throws IOException {
    call.begin(TimeUnit.NANOSECONDS.convert(limit.left()));
    byte[] sent = request.body();
    if (sent != null && sent.length > 0) {
      timed(
          () -> {
            stream.send(sent);
            return 0;
          },
          "the request could not be written for ");
    }
    Http2Stream.Head head = timed(stream::head, "nothing came for ");
    status = head.status();
    headers = headers(head);
    if (request.longRunning() && SocketTransport.isSuccess(status)) {
      if (call.end()) {
        throw limit.exceeded(null);
      }
      isOpen = true;
      call.begin(TimeUnit.NANOSECONDS.convert(request.streamTimeout()));
      check.add(this);
    }
    InputStream raw = new Raw();
    boolean gzip =
        !stream.isEmpty() && headers.first("Content-Encoding").orElse("").equalsIgnoreCase("gzip");
    body = gzip ? new Unpacked(raw) : raw;
  }

  private static Headers headers(Http2Stream.Head head) throws IOException {
    Headers.Collector collector = new Headers.Collector();
    try {
      head.headers().forEach(line -> collector.add(line.getKey(), line.getValue()));
    } catch (IllegalArgumentException e) {
      throw new IOException("the server sent a broken header: " + e.getMessage(), e);
    }
    return collector.collected();
  }

  @FunctionalInterface
  private interface Step<V> {
    V run() throws IOException;
  }

  /// One wait within its limit.
  private <V> V timed(Step<V> action, String what) throws IOException {
    V result = null;
    IOException failure = null;
    boolean late;
    long begun = System.nanoTime();
    step.begin(TimeUnit.NANOSECONDS.convert(request.readTimeout()));
    try {
      result = action.run();
    } catch (IOException e) {
      failure = e;
    } finally {
      late = step.end();
    }
    boolean expired = call.hasExpired();
    if ((late || expired) && connection.heard() - begun < 0) {
      connection.retire(); // nothing came for anyone: it may be dead
    }
    if (expired) {
      throw isOpen
          ? Tunnel.late(
              "the stream did not end within " + RestAttempts.seconds(request.streamTimeout()),
              failure)
          : limit.exceeded(failure);
    }
    String ended = endedBy;
    if (ended != null) {
      throw Tunnel.late(ended, failure);
    }
    if (late) {
      throw Tunnel.late(what + RestAttempts.seconds(request.readTimeout()), failure);
    }
    if (failure != null) {
      throw failure;
    }
    return Objects.requireNonNull(result);
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public Headers headers() {
    return headers;
  }

  @Override
  public InputStream body() {
    return body;
  }

  @Override
  public long heard() {
    return connection.heard();
  }

  @Override
  public void end(String message) {
    endedBy = message;
    cancel();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      check.remove(this);
      watchdog.remove(step);
      watchdog.remove(call);
      stream.close();
    }
  }

  /// What arrives.
  private final class Raw extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      Objects.checkFromIndexSize(from, length, target.length);
      return timed(() -> stream.read(target, from, length), "nothing came for ");
    }
  }

  /// Reads what follows the last compressed byte, too.
  private static final class Unpacked extends FilterInputStream {
    private final InputStream raw;

    Unpacked(InputStream raw) throws IOException {
      super(new GZIPInputStream(raw, UNPACKED));
      this.raw = raw;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      int n = in.read(target, from, length);
      if (n < 0 && raw.read() >= 0) {
        throw new IOException("the body goes on after its compressed part");
      }
      return n;
    }
  }
}
