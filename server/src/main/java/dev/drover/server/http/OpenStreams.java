package dev.drover.server.http;

import dev.drover.server.core.RequestInfo;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The responses that last until the client leaves, so that the server can end them. Safe for any
/// number of threads.
public final class OpenStreams {
  private final Set<OpenStream> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /// A body that is written bit by bit.
  @FunctionalInterface
  interface Body {
    void write() throws IOException, InterruptedException;
  }

  /// Writes a body on the current thread until it is complete or ended from outside.
  ///
  /// @return whether the stream was cut, so that the client must not take it for complete
  boolean run(OpenStream stream, Body body) throws IOException {
    stream.begin();
    open.add(stream);
    try {
      if (!closed) {
        body.write();
      }
    } catch (InterruptedException e) {
      // ended from outside: what was written is all there is
    } finally {
      open.remove(stream);
      stream.end();
    }
    return stream.isCut;
  }

  /// Breaks streams as if the network had failed.
  ///
  /// @return how many
  public int cut(Predicate<RequestInfo> which) {
    int count = 0;
    for (OpenStream stream : open) {
      if (which.test(stream.request)) {
        stream.cut();
        count++;
      }
    }
    return count;
  }

  /// Ends every stream, open or opened later.
  void close() {
    closed = true;
    open.forEach(OpenStream::stop);
  }

  /// A response. Its thread is interrupted only while it writes the body.
  static final class OpenStream {
    private final RequestInfo request;
    private @Nullable Thread writer; // guarded by this
    private boolean isStopped; // guarded by this
    private volatile boolean isCut;

    OpenStream(RequestInfo request) {
      this.request = request;
    }

    private synchronized void begin() {
      writer = Thread.currentThread();
      if (isStopped) {
        writer.interrupt(); // the client left before the first message
      }
    }

    private synchronized void end() {
      writer = null;
      Thread.interrupted(); // it was meant for the body, which is over
    }

    synchronized void stop() {
      isStopped = true;
      if (writer != null) {
        writer.interrupt();
      }
    }

    void cut() {
      isCut = true;
      stop();
    }
  }
}
