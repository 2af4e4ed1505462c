package dev.drover.client;

import dev.drover.api.DecodeLimits;
import dev.drover.api.Format;
import dev.drover.api.KubernetesObject;
import dev.drover.api.codec.Codec;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A successful response whose body is still arriving.
final class RestExchange implements AutoCloseable {
  private final RestAttempts attempts;
  private final String what;
  private final Transport.Response response;
  private final CountedBody body;

  RestExchange(RestAttempts attempts, String what, Transport.Response response) {
    this.attempts = attempts;
    this.what = what;
    this.response = response;
    this.body = new CountedBody(response.body());
  }

  String what() {
    return what;
  }

  InputStream body() {
    return body;
  }

  /// The body of a list, up to the limit of lists.
  InputStream list() {
    return new LimitedBody(body, attempts.limits().list(), "ClientConfig.limits(l -> l.list(...))");
  }

  /// The same codec with the limit of objects, unless it has a smaller one of its own.
  <T extends KubernetesObject> Codec<T> limited(Codec<T> codec) {
    return limited(codec, attempts.limits().object());
  }

  static <T extends KubernetesObject> Codec<T> limited(Codec<T> codec, int maxBytes) {
    DecodeLimits own = codec.limits();
    boolean isUsual = own.maxObjectBytes() == DecodeLimits.DEFAULT.maxObjectBytes();
    int bytes = isUsual ? maxBytes : Math.min(maxBytes, own.maxObjectBytes());
    return codec.limitedTo(own.withMaxObjectBytes(bytes));
  }

  /// The format of the answer: what the server says it is, never what was asked for.
  Format format() {
    return Format.ofContentType(response.headers().first("Content-Type").orElse(""));
  }

  /// Reads the whole answer.
  RestResult result() {
    InputStream limited =
        new LimitedBody(
            body, attempts.limits().object(), "ClientConfig.limits(l -> l.object(...))");
    try {
      return new RestResult(what, response.status(), response.headers(), limited.readAllBytes());
    } catch (IOException e) {
      throw attempts.failed(what, e);
    }
  }

  KubernetesException failed(IOException e) {
    return attempts.failed(what, e);
  }

  /// The body as a stream that closes the exchange with it.
  InputStream asStream() {
    return new FilterInputStream(response.body()) {
      @Override
      public void close() {
        response.close();
      }
    };
  }

  /// The connection after a switch of protocols.
  UpgradedConnection upgraded() {
    try {
      return new UpgradedConnection(this, response.headers(), response.body(), response.output());
    } catch (IOException e) {
      response.close();
      throw attempts.failed(what, e);
    }
  }

  /// Ends the call, if its body was no stream.
  @Override
  public void close() {
    response.close();
    attempts.received(body.count);
    attempts.completed();
  }

  /// Counts the bytes that are read.
  private static final class CountedBody extends FilterInputStream {
    private long count;

    CountedBody(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = in.read();
      count += b < 0 ? 0 : 1;
      return b;
    }

    @Override
    public int read(byte[] target, int from, int length) throws IOException {
      int n = in.read(target, from, length);
      count += Math.max(0, n);
      return n;
    }
  }
}
