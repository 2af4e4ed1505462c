package dev.drover.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;

/// Whether somebody is still there to read an answer.
final class ClientPresence {
  private ClientPresence() {}

  /// Whether the client of a request has closed its connection.
  ///
  /// While a request of HTTP/1.1 is served nobody reads from its connection, so that it takes a
  /// look to learn of the end. With HTTP/2 the end is told.
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
