package dev.drover.server.http;

import dev.drover.server.core.RequestInfo;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The answers that are written for as long as the client listens, so that they can be ended from
/// outside. Safe for any number of threads.
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

  /// Breaks off streams as if the network had.
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

  /// Lets every stream come to its end, now and in future.
  void close() {
    closed = true;
    open.forEach(OpenStream::stop);
  }

  /// One of them. Its thread is interrupted only while it writes the body.
  static final class OpenStream {
    private final RequestInfo request;
    private @Nullable Thread writer;
    private volatile boolean isCut;

    OpenStream(RequestInfo request) {
      this.request = request;
    }

    private synchronized void begin() {
      writer = Thread.currentThread();
    }

    private synchronized void end() {
      writer = null;
      Thread.interrupted(); // it was meant for the body, which is over
    }

    synchronized void stop() {
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
