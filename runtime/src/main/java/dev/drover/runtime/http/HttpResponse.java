package dev.drover.runtime.http;

import dev.drover.api.Bytes;
import dev.drover.client.Headers;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// A response.
///
/// @param code the HTTP status
/// @param headers besides those about the body's length and the connection
/// @param body the whole body; empty if there is a stream
/// @param stream writes the body as long as it lasts; null = the body is whole
public record HttpResponse(int code, Headers headers, Bytes body, @Nullable Stream stream) {
  /// Plain text for people.
  public static HttpResponse text(int code, String text) {
    return of(code, "text/plain; charset=utf-8", Bytes.ofUtf8(text));
  }

  /// A body of some media type.
  public static HttpResponse of(int code, String contentType, Bytes body) {
    return new HttpResponse(
        code,
        Headers.EMPTY.with("Content-Type", contentType).with("X-Content-Type-Options", "nosniff"),
        body,
        null);
  }

  /// A body without an end, such as server-sent events. The connection ends with it.
  public static HttpResponse streaming(String contentType, Stream stream) {
    return new HttpResponse(
        200,
        Headers.EMPTY.with("Content-Type", contentType).with("X-Content-Type-Options", "nosniff"),
        Bytes.ofUtf8(""),
        stream);
  }

  /// Writes a body for as long as it likes. The thread is interrupted when the listener stops.
  @FunctionalInterface
  public interface Stream {
    /// Writes the body; returns at its end.
    ///
    /// @throws IOException also when the peer is gone
    void writeTo(OutputStream out) throws IOException, InterruptedException;
  }

  /// A copy with one more header.
  public HttpResponse withHeader(String name, String value) {
    return new HttpResponse(code, headers.with(name, value), body, stream);
  }
}
