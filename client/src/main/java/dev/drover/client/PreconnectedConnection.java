package dev.drover.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A connection that is opened in advance of the first request.
///
/// TLS takes more than half of the time to the first response, and can overlap with the start of
/// the program. A failure to connect is not reported here: the first request connects again and
/// reports its own failure.
final class PreconnectedConnection {
  private final AtomicReference<@Nullable FutureTask<HttpConnection>> pending =
      new AtomicReference<>();

  /// Begins to connect, on a virtual thread that ends with the attempt.
  void begin(Callable<HttpConnection> connect) {
    FutureTask<HttpConnection> task = new FutureTask<>(connect);
    if (pending.compareAndSet(null, task)) {
      Thread.ofVirtual().name("drover/client/connect").start(task);
    }
  }

  /// The connection, once; waits until it is made. Null when there is none, or when it failed.
  ///
  /// @throws IOException when the limit is exceeded or the thread is interrupted; the connection
  ///   then goes to the next request
  @Nullable HttpConnection take(CallLimit limit) throws IOException {
    FutureTask<HttpConnection> task = pending.getAndSet(null);
    if (task == null) {
      return null;
    }
    try {
      Duration left = limit.left();
      return left.isZero()
          ? task.get()
          : task.get(TimeUnit.NANOSECONDS.convert(left), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | SocketTimeoutException e) {
      pending.set(task);
      throw limit.exceeded(e instanceof IOException late ? late : null);
    } catch (ExecutionException e) {
      return null; // the caller connects again and reports the failure, if it persists
    } catch (InterruptedException e) {
      pending.set(task);
      throw Interrupts.asIo(e);
    }
  }
}
