package dev.drover.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/// A connection to the API server that was switched to another protocol: its bytes in both
/// directions.
///
/// ```java
/// try (var connection = rest.get().absPath("/...").upgrade("websocket")) {
///   connection.output().write(frame);
///   int first = connection.input().read();
/// }
/// ```
///
/// One reading and one writing thread at a time; any thread may close it, which fails both. An
/// interrupt of a thread that reads or writes closes the connection.
public final class UpgradedConnection implements AutoCloseable {
  private final RestExchange exchange;
  private final Headers headers;
  private final InputStream input;
  private final OutputStream output;

  UpgradedConnection(
      RestExchange exchange, Headers headers, InputStream input, OutputStream output) {
    this.exchange = exchange;
    this.headers = headers;
    this.input = input;
    this.output = output;
  }

  /// The headers of the answer that switched the protocol.
  public Headers headers() {
    return headers;
  }

  /// What the server sends.
  public InputStream input() {
    return input;
  }

  /// What is sent to the server, at once with every write.
  public OutputStream output() {
    return output;
  }

  /// What was asked for, for messages, such as `get pods/exec shop/web-0`.
  public String subject() {
    return exchange.what();
  }

  /// The exception for a failure of this connection, which names the request and the server.
  public KubernetesException failed(IOException failure) {
    return exchange.failed(failure);
  }

  /// Cuts the connection. Never waits.
  @Override
  public void close() {
    exchange.close();
  }

  @Override
  public String toString() {
    return "UpgradedConnection[" + exchange.what() + "]";
  }
}
