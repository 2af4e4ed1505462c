package dev.drover.client;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Sends one HTTP request and gives the answer while it arrives. Blocking: meant for virtual
/// threads.
///
/// Promises: any number of threads at once; interrupting the calling thread ends the call, and any
/// read of its answer, at once; nothing waits longer than the request says.
public interface Transport extends AutoCloseable {
  /// HTTP/1.1, a connection for each request under way: the fastest for lists, and no limit on
  /// watches. The default.
  static Transport http1(ClientConfig config) {
    return new SocketTransport(config);
  }

  /// HTTP/2, one connection for everything: for networks that count connections. The server limits
  /// how many watches fit.
  static Transport http2(ClientConfig config) {
    return new Http2Transport(config);
  }

  /// Sends a request. The answer must be closed; it is there as soon as its headers are.
  ///
  /// @throws IOException when no answer came: not connected, cut, timed out, interrupted
  Response send(Request request) throws IOException;

  /// Closes all connections; requests under way fail.
  @Override
  void close();

  /// This transport with a layer around it.
  default Transport with(Layer layer) {
    Transport inner = this;
    return new Transport() {
      @Override
      public Response send(Request request) throws IOException {
        return layer.send(request, inner);
      }

      @Override
      public void close() {
        inner.close();
      }
    };
  }

  /// Something around a transport that sees, changes, delays or refuses requests and answers:
  /// credentials, tracing, metrics, faults for tests.
  @FunctionalInterface
  interface Layer {
    /// Handles a request, usually by passing it on to `next`.
    Response send(Request request, Transport next) throws IOException;
  }

  /// A request.
  ///
  /// @param method the verb
  /// @param target path and query, as they go on the wire
  /// @param headers the headers, without `Host` and those about the body's length
  /// @param body the body, or null
  /// @param timeout until the answer's headers are there, and then for each silence within the
  ///   body; zero = for ever
  /// @param longRunning whether the body may take for ever (watch, logs): such an answer gets a
  ///   connection of its own
  @SuppressWarnings(
      "ArrayRecordComponent") // requests are never compared, and a copy would be one too many
  record Request(
      String method,
      String target,
      Headers headers,
      byte @Nullable [] body,
      Duration timeout,
      boolean longRunning) {

    /// Checks what could end the first line early.
    public Request {
      if (method.isEmpty()
          || !isPrintable(method)
          || !target.startsWith("/")
          || !isPrintable(target)) {
        throw new IllegalArgumentException(
            "not a verb and a path: '" + method + "', '" + target + "'");
      }
    }

    private static boolean isPrintable(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) <= ' ' || text.charAt(i) >= 0x7F) {
          return false;
        }
      }
      return true;
    }

    /// A copy with other headers.
    public Request withHeaders(Headers changed) {
      return new Request(method, target, changed, body, timeout, longRunning);
    }

    /// Verb and path. Neither headers nor body: they may be secret.
    @Override
    public String toString() {
      return method + " " + target;
    }
  }

  /// An answer whose body may still be arriving.
  interface Response extends AutoCloseable {
    /// The status code.
    int status();

    /// The headers.
    Headers headers();

    /// The body; its end of file is the end of the answer.
    InputStream body();

    /// Gives the connection back when the body was read to its end, and cuts it otherwise. Never
    /// fails.
    @Override
    void close();
  }
}
