package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.certificates.Tls;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Watches whose connections end while there is no event to write.
class AbandonedWatchesTest {
  private static final int COUNT = 50;
  private static final String SECRETS = "/api/v1/namespaces/default/secrets";
  private static final Pattern OPEN =
      Pattern.compile(
          "(?m)^apiserver_longrunning_requests\\{[^}]*resource=\"secrets\"[^}]*} (\\d+)");

  private EmbeddedApiServer server;
  private Https admin;

  @BeforeEach
  void start() {
    // Long enough that what is idle is not looked at within the time of a test.
    var limits = Limits.defaults().with(l -> l.idle(Duration.ofMinutes(10)));
    server =
        EmbeddedApiServer.start(EmbeddedApiServer.Options.defaults().with(o -> o.limits(limits)));
    admin = Https.asAdmin(server);
  }

  @AfterEach
  void stop() {
    admin.close();
    server.close();
  }

  private long open() throws Exception {
    Matcher matcher = OPEN.matcher(admin.get("/metrics").text());
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  private void awaitOpen(int count) throws Exception {
    Eventually.await(() -> assertThat(open()).isEqualTo(count));
  }

  private void areFreedAfterClose(HttpClient.Version version) throws Exception {
    List<Https> clients = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      Https client = Https.asAdmin(server, version);
      client.events(SECRETS + "?watch=1");
      clients.add(client);
    }
    awaitOpen(COUNT);
    clients.forEach(Https::close);
    awaitOpen(0);
    assertThat(server.faults().cutWatches()).isZero();
  }

  @Test
  void watchesOverHttp1AreFreedAfterTheirClientsClose() throws Exception {
    areFreedAfterClose(HttpClient.Version.HTTP_1_1);
  }

  @Test
  void watchesOverHttp2AreFreedAfterTheirClientsClose() throws Exception {
    areFreedAfterClose(HttpClient.Version.HTTP_2);
  }

  @Test
  void watchesAreFreedAfterTheirConnectionsWereReset() throws Exception {
    List<Socket> resets = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      Socket plain = new Socket(server.url().getHost(), server.url().getPort());
      watch(overTls(plain), "");
      resets.add(plain);
    }
    awaitOpen(COUNT);
    for (Socket plain : resets) {
      plain.setSoLinger(true, 0);
      plain.close(); // below TLS: no close_notify
    }
    awaitOpen(0);
  }

  @Test
  void clientThatStopsSendingHasLeft() throws Exception {
    try (SSLSocket socket = overTls(new Socket(server.url().getHost(), server.url().getPort()))) {
      watch(socket, "");
      awaitOpen(1);
      socket.shutdownOutput();
      awaitOpen(0);
    }
  }

  @Test
  void requestSentDuringAWatchIsAnsweredAfterIt() throws Exception {
    try (SSLSocket socket = overTls(new Socket(server.url().getHost(), server.url().getPort()))) {
      BufferedReader answers = watch(socket, "&timeoutSeconds=1");
      send(socket, "GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
      List<String> lines = answers.lines().toList();
      assertThat(lines).contains("HTTP/1.1 200 OK").last().isEqualTo("ok");
    }
    awaitOpen(0);
  }

  @Test
  void connectionServesRequestsAfterAWatch() throws Exception {
    try (SSLSocket socket = overTls(new Socket(server.url().getHost(), server.url().getPort()))) {
      for (int i = 0; i < 3; i++) {
        BufferedReader answers = watch(socket, "&timeoutSeconds=1");
        String line = answers.readLine();
        while (!line.equals("0")) { // the last chunk
          line = answers.readLine();
        }
        assertThat(answers.readLine()).isEmpty();
      }
      send(socket, "GET /healthz HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
      assertThat(reader(socket).lines().toList()).last().isEqualTo("ok");
    }
  }

  @Test
  void quietWatchStillReceivesEvents() throws Exception {
    List<BufferedReader> watches = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      watches.add(admin.events(SECRETS + "?watch=1"));
      watches.add(Https.overHttp1(server).events(SECRETS + "?watch=1"));
    }
    for (int round : IntStream.range(0, 3).toArray()) {
      admin.post(SECRETS, "{\"metadata\":{\"name\":\"s%d\"}}".formatted(round));
      for (BufferedReader watch : watches) {
        assertThat(watch.readLine()).contains("\"name\":\"s" + round + "\"");
      }
    }
  }

  private SSLSocket overTls(Socket plain) throws IOException {
    SSLSocketFactory factory = Tls.trusting(server.caPem()).getSocketFactory();
    SSLSocket socket =
        (SSLSocket)
            factory.createSocket(plain, server.url().getHost(), server.url().getPort(), true);
    socket.setSoTimeout(60_000);
    return socket;
  }

  /// Begins a watch, and reads the head of the answer.
  private BufferedReader watch(SSLSocket socket, String options) throws IOException {
    send(
        socket,
        "GET "
            + SECRETS
            + "?watch=1"
            + options
            + " HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer "
            + server.admin().token().orElseThrow()
            + "\r\n\r\n");
    BufferedReader reader = reader(socket);
    assertThat(reader.readLine()).isEqualTo("HTTP/1.1 200 OK");
    while (!reader.readLine().isEmpty()) {
      // the rest of the head
    }
    return reader;
  }

  private static BufferedReader reader(SSLSocket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
  }

  private static void send(SSLSocket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }
}
