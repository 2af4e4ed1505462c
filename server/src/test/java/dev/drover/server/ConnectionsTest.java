package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.certificates.Tls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What happens to connections before any request is understood.
class ConnectionsTest {
  private static final String REQUEST = "GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n";

  @Test
  void plainHttpRequestIsA400WithAnExplanation() throws Exception {
    try (var server = EmbeddedApiServer.start();
        var socket = new Socket(server.url().getHost(), server.url().getPort())) {
      socket.setSoTimeout(10_000);
      send(socket, REQUEST);
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .isEqualTo(
              "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
    }
  }

  @Test
  void connectionBeyondTheLimitWaitsUntilAnotherCloses() throws Exception {
    var options =
        EmbeddedApiServer.Options.defaults()
            .with(o -> o.limits(Limits.defaults().with(l -> l.connections(2))));
    try (var server = EmbeddedApiServer.start(options)) {
      Socket first = connected(server);
      Socket second = connected(server);
      assertThat(answered(first)).isTrue();
      assertThat(answered(second)).isTrue();
      try (Socket third = new Socket(server.url().getHost(), server.url().getPort())) {
        third.setSoTimeout(200);
        send(third, REQUEST); // plain, for no handshake will begin
        assertThat(isQuiet(third)).isTrue();
        first.close();
        third.setSoTimeout(10_000);
        assertThat(third.getInputStream().read()).isEqualTo('H');
      }
      second.close();
    }
  }

  @Test
  void watchesOnSeparateConnectionsDoNotBlockOtherRequests() throws Exception {
    List<Socket> watches = new ArrayList<>();
    try (var server = EmbeddedApiServer.start()) {
      for (int i = 0; i < 40; i++) {
        watches.add(watching(server));
      }
    }
    for (Socket watch : watches) {
      watch.close(); // now, because it waits for the server's word
    }
  }

  @Test
  void abandonedWatchReleasesItsConnection() throws Exception {
    var limits = Limits.defaults().with(l -> l.connections(1).idle(Duration.ofMillis(200)));
    try (var server =
        EmbeddedApiServer.start(EmbeddedApiServer.Options.defaults().with(o -> o.limits(limits)))) {
      for (int i = 0; i < 3; i++) {
        watching(server).close();
      }
    }
  }

  /// A watch that has begun, without anything to tell.
  private static Socket watching(EmbeddedApiServer server) throws IOException {
    Socket socket = connected(server);
    socket.setSoTimeout(10_000);
    send(
        socket,
        "GET /api/v1/namespaces/default/secrets?watch=1 HTTP/1.1\r\nHost: h\r\nAuthorization:"
            + " Bearer "
            + server.admin().token().orElseThrow()
            + "\r\n\r\n");
    assertThat(new BufferedReader(reader(socket)).readLine()).isEqualTo("HTTP/1.1 200 OK");
    return socket;
  }

  private static InputStreamReader reader(Socket socket) throws IOException {
    return new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII);
  }

  private static Socket connected(EmbeddedApiServer server) throws IOException {
    return Tls.trusting(server.caPem())
        .getSocketFactory()
        .createSocket(server.url().getHost(), server.url().getPort());
  }

  private static boolean answered(Socket socket) throws IOException {
    send(socket, REQUEST);
    InputStream in = socket.getInputStream();
    return in.read() == 'H';
  }

  private static boolean isQuiet(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
