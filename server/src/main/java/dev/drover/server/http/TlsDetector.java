package dev.drover.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;

/// Answers plain HTTP on a TLS port with an explanation.
///
/// In Go: `tlsRecordHeaderLooksLikeHTTP` of `net/http`.
final class TlsDetector extends DetectorConnectionFactory {
  private static final Set<String> BEGINNINGS = Set.of("GET /", "HEAD ", "POST ", "PUT /", "OPTIO");
  private static final int ENOUGH = 5; // bytes, as many as a TLS record has before its content
  private static final byte[] ANSWER =
      "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n"
          .getBytes(StandardCharsets.US_ASCII);

  TlsDetector(SslConnectionFactory tls) {
    super(tls);
  }

  @Override
  protected void nextProtocol(Connector connector, EndPoint endPoint, ByteBuffer buffer) {
    byte[] start = new byte[Math.min(ENOUGH, buffer.remaining())];
    buffer.get(buffer.position(), start);
    buffer.position(buffer.limit());
    if (BEGINNINGS.contains(new String(start, StandardCharsets.US_ASCII))) {
      endPoint.write(Callback.from(endPoint::close), ByteBuffer.wrap(ANSWER));
    } else {
      endPoint.close();
    }
  }
}
