package dev.drover.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;

/// Detects whether the client of a request is still connected.
final class ClientPresence {
  private ClientPresence() {}

  /// Whether the client of a request has closed its connection.
  ///
  /// While a request of HTTP/1.1 is served its connection is not read, so that it takes a look to
  /// learn of the end. HTTP/2 reports the end.
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
