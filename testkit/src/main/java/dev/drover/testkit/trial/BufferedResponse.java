package dev.drover.testkit.trial;

import dev.drover.client.Headers;
import dev.drover.client.Transport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// A response whose whole body is in memory: received, or made by a disturbance.
final class BufferedResponse implements Transport.Response {
  private final int status;
  private final Headers headers;
  private final byte[] bytes;
  private final InputStream body; // one: what was read is gone

  private BufferedResponse(int status, Headers headers, byte[] bytes) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
    this.body = new ByteArrayInputStream(bytes);
  }

  static BufferedResponse of(Transport.Response response) throws IOException {
    try (response) {
      return new BufferedResponse(
          response.status(), response.headers(), response.body().readAllBytes());
    }
  }

  /// The refusal of an effect.
  static BufferedResponse of(Effect effect) {
    return switch (effect) {
      case CONFLICT -> refusal(409, "Conflict", "the object has been modified");
      case TOO_MANY -> refusal(429, "TooManyRequests", "too many requests");
      case ERROR -> refusal(500, "InternalError", "Internal error occurred");
      default -> throw new IllegalArgumentException(effect + " is not an answer");
    };
  }

  /// Without `Retry-After`, for which the client itself would wait: the reconciler is on trial.
  private static BufferedResponse refusal(int status, String reason, String message) {
    String json =
        """
        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
        "reason":"%s","code":%d,"message":"%s (a disturbance of a trial)"}\
        """
            .formatted(reason, status, message);
    return new BufferedResponse(
        status,
        Headers.EMPTY.with("Content-Type", "application/json"),
        json.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public Headers headers() {
    return headers;
  }

  /// The whole body.
  byte[] bytes() {
    return bytes;
  }

  @Override
  public InputStream body() {
    return body;
  }

  @Override
  public void close() {}
}
