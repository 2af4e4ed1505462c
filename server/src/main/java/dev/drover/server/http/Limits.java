package dev.drover.server.http;

import java.time.Duration;

/// How much one client can ask of the server.
///
/// @param bodyBytes the largest body of a request; larger ones are answered with 413
/// @param headerBytes the largest header of a request, all lines together; larger ones are answered
///   with 431
/// @param connections how many connections may be open; further ones wait until another closes
/// @param streamsPerConnection how many requests may be under way on one HTTP/2 connection
/// @param idle how long a connection without requests stays open, and how long a client may take to
///   read or write the next bytes
public record Limits(
    int bodyBytes, int headerBytes, int connections, int streamsPerConnection, Duration idle) {
  /// Kubernetes' own numbers; it does not limit connections.
  public static final Limits DEFAULT =
      new Limits(3 << 20, 1 << 20, 10_000, 100, Duration.ofSeconds(90));

  public Limits {
    if (bodyBytes < 1 || headerBytes < 1 || connections < 1 || streamsPerConnection < 1) {
      throw new IllegalArgumentException(
          "limits must be positive, got bodyBytes=%d headerBytes=%d connections=%d streams=%d"
              .formatted(bodyBytes, headerBytes, connections, streamsPerConnection));
    }
    if (idle.isNegative() || idle.isZero()) {
      throw new IllegalArgumentException("need a positive idle time, got " + idle);
    }
  }

  public Limits withBodyBytes(int newBodyBytes) {
    return new Limits(newBodyBytes, headerBytes, connections, streamsPerConnection, idle);
  }

  public Limits withHeaderBytes(int newHeaderBytes) {
    return new Limits(bodyBytes, newHeaderBytes, connections, streamsPerConnection, idle);
  }

  public Limits withConnections(int newConnections) {
    return new Limits(bodyBytes, headerBytes, newConnections, streamsPerConnection, idle);
  }

  public Limits withStreamsPerConnection(int newStreams) {
    return new Limits(bodyBytes, headerBytes, connections, newStreams, idle);
  }

  public Limits withIdle(Duration newIdle) {
    return new Limits(bodyBytes, headerBytes, connections, streamsPerConnection, newIdle);
  }
}
