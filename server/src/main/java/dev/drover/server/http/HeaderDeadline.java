package dev.drover.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/// Closes connections on which the header of a request takes too long: a client that sends a byte
/// from time to time is never idle, and would hold its connection for good.
///
/// ```
///             header received          response written          first byte
///   waiting ───────────────────▶ busy ───────────────────▶ quiet ──────────▶ waiting
///      └── deadline: closed                                  └── idle limit of connections
/// ```
///
/// The first header of a connection counts from its opening, TLS included. HTTP/2 connections are
/// watched until their first request. Safe for any number of threads.
final class HeaderDeadline extends AbstractLifeCycle implements Connection.Listener {
  private final Scheduler scheduler;
  private final Duration limit;
  private final Map<EndPoint, State> connections = new ConcurrentHashMap<>();

  HeaderDeadline(Scheduler scheduler, Duration limit) {
    this.scheduler = scheduler;
    this.limit = limit;
  }

  /// The state of a connection.
  private static final class State {
    private boolean isBusy; // guarded by this, as all fields
    private boolean isWaiting = true;
    private long waitingSince = NanoTime.now();
    private long quietAtBytes;

    synchronized void busy() {
      isBusy = true;
      isWaiting = false;
    }

    synchronized void quiet(long bytesIn) {
      isBusy = false;
      quietAtBytes = bytesIn;
    }

    synchronized boolean isOverdue(long bytesIn, long now, Duration limit) {
      if (isBusy) {
        return false;
      }
      if (!isWaiting && bytesIn > quietAtBytes) {
        isWaiting = true;
        waitingSince = now;
      }
      return isWaiting && NanoTime.elapsed(waitingSince, now) > limit.toNanos();
    }
  }

  @Override
  protected void doStart() {
    schedule();
  }

  private void schedule() {
    long pause = Math.clamp(limit.toMillis() / 4, 10, 1000);
    scheduler.schedule(this::check, pause, TimeUnit.MILLISECONDS);
  }

  private void check() {
    if (!isRunning()) {
      return;
    }
    long now = NanoTime.now();
    connections.forEach(
        (endPoint, state) -> {
          if (state.isOverdue(bytesIn(endPoint), now, limit)) {
            endPoint.close();
          }
        });
    schedule();
  }

  private static long bytesIn(EndPoint endPoint) {
    Connection connection = endPoint.getConnection();
    return connection == null ? 0 : connection.getBytesIn();
  }

  @Override
  public void onOpened(Connection connection) {
    if (!(connection.getEndPoint() instanceof SslConnection.SslEndPoint)) {
      connections.computeIfAbsent(connection.getEndPoint(), _ -> new State());
    }
  }

  @Override
  public void onClosed(Connection connection) {
    EndPoint endPoint = connection.getEndPoint();
    if (!endPoint.isOpen()) { // else it is replaced by the next protocol's connection
      connections.remove(endPoint);
    }
  }

  /// The header of a request is complete.
  ///
  /// @return to be run when the request is served, before the next header can arrive
  Runnable received(Request request) {
    EndPoint endPoint = network(request.getConnectionMetaData().getConnection().getEndPoint());
    State state = connections.get(endPoint);
    if (state == null) {
      return () -> {};
    }
    state.busy();
    boolean isHttp2 = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    boolean isUpgrade = request.getHeaders().contains(HttpHeader.UPGRADE); // no headers follow
    return isHttp2 || isUpgrade ? () -> {} : () -> state.quiet(bytesIn(endPoint));
  }

  private static EndPoint network(EndPoint endPoint) {
    return endPoint instanceof SslConnection.SslEndPoint tls
        ? tls.getSslConnection().getEndPoint()
        : endPoint;
  }
}
