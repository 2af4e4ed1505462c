package dev.drover.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Gives the first few requests connections of their own and lets the others share.
///
/// ```
///   watch ────▶ four have a connection? ──no──▶ HTTP/1.1, a connection of its own
///                      │ yes, and not known as busy
///                      └─────────────────────▶ HTTP/2, shared ──server speaks none──▶ HTTP/1.1
/// ```
///
/// Requests likewise, with five. HTTP/1.1 is the fastest for a list or a busy watch: the decoder
/// reads from the socket, and no other stream is in the way. But each connection takes a socket,
/// about 100 KB for TLS here and as much in the server, and a handshake, which a thousand quiet
/// watches are not worth. A shared watch that turned out to be busy ([BusyPaths]) gets a connection
/// of its own when it is opened again.
final class SharingTransport implements Transport {
  static final int OWN_WATCHES = 4;
  static final int OWN_REQUESTS = 5;

  private final SocketTransport own;
  private final SharedConnections shared;
  private final boolean mayShare;
  private final int maxWatches;
  private final int maxRequests;
  private final AtomicInteger watches = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final BusyPaths busy = new BusyPaths();

  SharingTransport(ClientConfig config) {
    this(config, OWN_WATCHES, OWN_REQUESTS);
  }

  SharingTransport(ClientConfig config, int maxWatches, int maxRequests) {
    this.own = new SocketTransport(config);
    this.shared = new SharedConnections(config, own);
    this.mayShare = "https".equals(config.server().getScheme());
    this.maxWatches = maxWatches;
    this.maxRequests = maxRequests;
  }

  /// As [SocketTransport#connectEarly].
  void connectEarly() {
    own.connectEarly();
  }

  @Override
  public Response send(Request request) throws IOException {
    if (!mayShare || SocketTransport.switchesProtocol(request)) {
      return own.send(request);
    }
    AtomicInteger count = request.longRunning() ? watches : requests;
    int most = request.longRunning() ? maxWatches : maxRequests;
    boolean isBusy = request.longRunning() && busy.contains(request);
    if (count.getAndIncrement() < most || isBusy) {
      return onOwnConnection(request, count);
    }
    count.decrementAndGet();
    Response response = shared.send(request);
    if (response == null) {
      return own.send(request);
    }
    return request.longRunning()
        ? new Ending(response, bytes -> busy.ended(request, bytes))
        : response;
  }

  private Response onOwnConnection(Request request, AtomicInteger count) throws IOException {
    Response response = null;
    try {
      response = own.send(request);
    } finally {
      if (response == null) {
        count.decrementAndGet();
      }
    }
    boolean isStream = request.longRunning();
    return new Ending(
        response,
        bytes -> {
          count.decrementAndGet();
          if (isStream) {
            busy.ended(request, bytes);
          }
        });
  }

  @Override
  public void close() {
    own.close();
    shared.close();
  }

  @FunctionalInterface
  private interface End {
    void ended(long bytes);
  }

  /// An answer whose end is noticed.
  private static final class Ending implements Response {
    private final Response response;
    private final End end;
    private final Counted body;
    private final AtomicBoolean closed = new AtomicBoolean();

    Ending(Response response, End end) {
      this.response = response;
      this.end = end;
      this.body = new Counted(response.body());
    }

    @Override
    public int status() {
      return response.status();
    }

    @Override
    public Headers headers() {
      return response.headers();
    }

    @Override
    public InputStream body() {
      return body;
    }

    @Override
    public OutputStream output() throws IOException {
      return response.output();
    }

    @Override
    public void close() {
      response.close();
      if (closed.compareAndSet(false, true)) {
        end.ended(body.bytes.get());
      }
    }
  }

  private static final class Counted extends FilterInputStream {
    private final AtomicLong bytes = new AtomicLong();

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      int n = in.read(target, from, length);
      bytes.addAndGet(Math.max(0, n));
      return n;
    }
  }
}
