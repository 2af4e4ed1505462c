package dev.drover.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends one HTTP request and gives the answer while it arrives. Blocking: meant for virtual
/// threads.
///
/// Promises: any number of threads at once; interrupting the calling thread ends the call, and any
/// read of its answer, at once; nothing waits longer than the request says.
///
/// ```java
/// try (Transport transport = Transport.http1(config);
///     Transport.Response answer = transport.send(Transport.Request.of("GET", "/version"))) {
///   print(answer.status());
/// }
/// ```
public interface Transport extends AutoCloseable {
  /// HTTP/1.1 for the first few requests and watches at a time, each with a connection of its own,
  /// and HTTP/2 for those beyond, which share connections: fast for lists and busy watches, and a
  /// thousand quiet ones need a dozen sockets. Servers that do not speak HTTP/2, and those without
  /// TLS, get HTTP/1.1 only. The default.
  static Transport of(ClientConfig config) {
    return new SharingTransport(config);
  }

  /// HTTP/1.1, a connection for each request under way, also for a thousand watches.
  static Transport http1(ClientConfig config) {
    return new SocketTransport(config);
  }

  /// HTTP/2 for all requests, which share as few connections as the server allows (kube-apiserver:
  /// 100 requests on each): for networks that count connections. Streams into pods, servers that do
  /// not speak HTTP/2, and those without TLS, get HTTP/1.1.
  static Transport http2(ClientConfig config) {
    return new SharingTransport(config, 0, 0);
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

  /// A request. Immutable.
  ///
  /// ```java
  /// Request.of("GET", "/api/v1/pods").with(r -> r.headers(headers).callTimeout(Duration.ofSeconds(10)));
  /// ```
  final class Request {
    private final String method;
    private final String target;
    private final Headers headers;
    private final byte @Nullable [] body;
    private final Duration readTimeout;
    private final Duration callTimeout;
    private final boolean longRunning;
    private final Duration streamTimeout;

    private Request(Builder from) {
      this.method = from.method;
      this.target = from.target;
      this.headers = from.headers;
      this.body = from.body;
      this.readTimeout = from.readTimeout;
      this.callTimeout = from.callTimeout;
      this.longRunning = from.longRunning;
      this.streamTimeout = from.streamTimeout;
    }

    /// A request without headers, body and time-outs.
    ///
    /// @param method the HTTP method
    /// @param target path and query, as they go on the wire
    /// @throws IllegalArgumentException when one of them could end the request line early
    public static Request of(String method, String target) {
      if (method.isEmpty()
          || !isPrintable(method)
          || !target.startsWith("/")
          || !isPrintable(target)) {
        throw new IllegalArgumentException(
            "not a verb and a path: '" + method + "', '" + target + "'");
      }
      return new Request(new Builder(method, target));
    }

    private static boolean isPrintable(String text) {
      for (int i = 0; i < text.length(); i++) {
        if (text.charAt(i) <= ' ' || text.charAt(i) >= 0x7F) {
          return false;
        }
      }
      return true;
    }

    /// A copy with changes.
    public Request with(Consumer<Builder> change) {
      Builder builder = new Builder(method, target);
      builder.headers = headers;
      builder.body = body;
      builder.readTimeout = readTimeout;
      builder.callTimeout = callTimeout;
      builder.longRunning = longRunning;
      builder.streamTimeout = streamTimeout;
      change.accept(builder);
      return new Request(builder);
    }

    /// The HTTP method.
    public String method() {
      return method;
    }

    /// Path and query, as they go on the wire.
    public String target() {
      return target;
    }

    /// The headers, without `Host` and those about the body's length.
    public Headers headers() {
      return headers;
    }

    /// The body, or null. Not a copy: do not change it.
    public byte @Nullable [] body() {
      return body;
    }

    /// How long each read and each write may take without a byte; zero = no limit.
    public Duration readTimeout() {
      return readTimeout;
    }

    /// How long the call may take from connecting to the end of the body; zero = no limit. Of a
    /// [#longRunning] request it ends with the head of a successful response.
    public Duration callTimeout() {
      return callTimeout;
    }

    /// Whether the body may take for ever (watch, logs).
    public boolean longRunning() {
      return longRunning;
    }

    /// How long the body of a [#longRunning] request may take, however much of it arrives; zero =
    /// no limit.
    public Duration streamTimeout() {
      return streamTimeout;
    }

    /// Method and path. Neither headers nor body: they may be secret.
    @Override
    public String toString() {
      return method + " " + target;
    }

    /// Changes a request. Not thread safe.
    public static final class Builder {
      private final String method;
      private final String target;
      private Headers headers = Headers.EMPTY;
      private byte @Nullable [] body;
      private Duration readTimeout = Duration.ZERO;
      private Duration callTimeout = Duration.ZERO;
      private boolean longRunning;
      private Duration streamTimeout = Duration.ZERO;

      private Builder(String method, String target) {
        this.method = method;
        this.target = target;
      }

      /// As [Request#headers].
      public Builder headers(Headers changed) {
        headers = changed;
        return this;
      }

      /// As [Request#body]; not copied.
      public Builder body(byte @Nullable [] changed) {
        body = changed;
        return this;
      }

      /// As [Request#readTimeout].
      public Builder readTimeout(Duration limit) {
        readTimeout = limit;
        return this;
      }

      /// As [Request#callTimeout].
      public Builder callTimeout(Duration limit) {
        callTimeout = limit;
        return this;
      }

      /// As [Request#longRunning].
      public Builder longRunning(boolean changed) {
        longRunning = changed;
        return this;
      }

      /// As [Request#streamTimeout].
      public Builder streamTimeout(Duration limit) {
        streamTimeout = limit;
        return this;
      }
    }
  }

  /// An answer whose body may still be arriving.
  interface Response extends AutoCloseable {
    /// The status code.
    int status();

    /// The headers.
    Headers headers();

    /// The body; its end of file is the end of the answer. With status 101 it is what the server
    /// sends in the other protocol.
    InputStream body();

    /// Writes to the server on a connection that switched protocols (status 101), while another
    /// thread may read [#body]. A layer that wraps an answer passes this on.
    ///
    /// @throws IOException when the connection did not switch
    default OutputStream output() throws IOException {
      throw new IOException("the connection did not switch protocols (status " + status() + ")");
    }

    /// Gives the connection back when the body was read to its end, and cuts it otherwise. Never
    /// fails.
    @Override
    void close();
  }
}
