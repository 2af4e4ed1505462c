package dev.drover.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;

/// Detects whether the client of a request is still connected.
final class DisconnectDetector {
  private DisconnectDetector() {}

  /// Whether the client of a request has closed its connection.
  ///
  /// While a request of HTTP/1.1 is served its connection is not read, so the end of the connection
  /// is only found by a read. HTTP/2 reports the end.
  static boolean hasLeft(Request request) {
    if (request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_1_1) {
      return false;
    }
    try {
      ByteBuffer nothing = ByteBuffer.allocate(0); // what came stays for the next request
      return request.getConnectionMetaData().getConnection().getEndPoint().fill(nothing) < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
