package dev.drover.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/// Detects that the client of a request closes its connection, while the answer is written bit by
/// bit.
///
/// HTTP/2 reports the end of a connection. While a request of HTTP/1.1 is served its connection is
/// not read, so the end is only found by a read: the detector waits until there is something to
/// read. What a client sends early stays in the connection for the next request; the detector stops
/// then, and only looks again when the connection seems idle.
///
/// *Threading:* the selector reports; closing waits for a report that is under way, so that nothing
/// reads the connection after it.
final class DisconnectDetector implements AutoCloseable {
  private static final int MOST_WAKEUPS = 16; // by records of TLS without any data

  private final EndPoint endPoint;
  private final Runnable whenLeft;
  private boolean isWaiting; // guarded by this, as all fields
  private boolean isClosed;
  private int wakeUps;

  private DisconnectDetector(EndPoint endPoint, Runnable whenLeft) {
    this.endPoint = endPoint;
    this.whenLeft = whenLeft;
  }

  /// Detects the end of a request's connection from now on.
  ///
  /// @param whenLeft called once or twice, on any thread; must not block
  static DisconnectDetector start(Request request, Runnable whenLeft) {
    DisconnectDetector detector =
        new DisconnectDetector(
            request.getConnectionMetaData().getConnection().getEndPoint(), whenLeft);
    if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1) {
      detector.await();
      request.addIdleTimeoutListener(
          _ -> {
            detector.readable();
            return false;
          });
    }
    return detector;
  }

  private synchronized void await() {
    isWaiting =
        endPoint.tryFillInterested(
            Callback.from(Invocable.InvocationType.NON_BLOCKING, this::awoken, _ -> this.failed()));
  }

  private synchronized void awoken() {
    isWaiting = false;
    if (!isClosed && readable() && wakeUps < MOST_WAKEUPS) {
      wakeUps++;
      await();
    }
  }

  private synchronized void failed() {
    isWaiting = false;
    if (!isClosed) {
      whenLeft.run();
    }
  }

  /// Looks at the connection.
  ///
  /// @return false if the client has left
  private synchronized boolean readable() {
    if (isClosed || !hasLeft()) {
      return true;
    }
    whenLeft.run();
    return false;
  }

  private boolean hasLeft() {
    try {
      ByteBuffer nothing = ByteBuffer.allocate(0); // what came stays for the next request
      return endPoint.fill(nothing) < 0;
    } catch (IOException e) {
      return true;
    }
  }

  /// Leaves the connection to the next request.
  @Override
  public synchronized void close() {
    isClosed = true;
    if (isWaiting && endPoint instanceof AbstractEndPoint known) {
      known.getFillInterest().onFail(new IOException("the answer is complete"));
    }
  }
}
