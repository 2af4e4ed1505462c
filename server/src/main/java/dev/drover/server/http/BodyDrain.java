package dev.drover.server.http;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/// Reads and discards the rest of a body before the request is refused.
///
/// A client that still writes while its request is answered and closed may never see the answer:
/// its connection is reset under its hands. So its words are heard out, within bounds.
final class BodyDrain {
  /// As much as Go reads.
  static final long MOST_BYTES = 256 << 10;

  private BodyDrain() {}

  /// Returns when the body has ended, is too long, or does not come.
  ///
  /// @param patience how long to wait for the next bytes
  static void drop(Request request, Duration patience) throws InterruptedException {
    if (request.getHeaders().contains("Expect", "100-continue")) {
      return; // the client sends none without a 100 response
    }
    long left = MOST_BYTES;
    while (left >= 0) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        if (!isMore(request, patience)) {
          return;
        }
      } else {
        left -= chunk.remaining();
        chunk.release();
        if (chunk.isLast()) {
          return;
        }
      }
    }
  }

  private static boolean isMore(Request request, Duration patience) throws InterruptedException {
    CountDownLatch arrived = new CountDownLatch(1);
    request.demand(arrived::countDown);
    return arrived.await(patience.toMillis(), TimeUnit.MILLISECONDS);
  }
}
