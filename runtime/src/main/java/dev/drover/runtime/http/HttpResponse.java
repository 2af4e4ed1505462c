package dev.drover.runtime.http;

import dev.drover.api.Bytes;
import dev.drover.client.Headers;

/// A response.
///
/// @param code the HTTP status
/// @param headers besides those about the body's length and the connection
public record HttpResponse(int code, Headers headers, Bytes body) {
  /// Plain text for people.
  public static HttpResponse text(int code, String text) {
    return of(code, "text/plain; charset=utf-8", Bytes.ofUtf8(text));
  }

  /// A body of some media type.
  public static HttpResponse of(int code, String contentType, Bytes body) {
    return new HttpResponse(
        code,
        Headers.EMPTY.with("Content-Type", contentType).with("X-Content-Type-Options", "nosniff"),
        body);
  }

  /// A copy with one more header.
  public HttpResponse withHeader(String name, String value) {
    return new HttpResponse(code, headers.with(name, value), body);
  }
}
