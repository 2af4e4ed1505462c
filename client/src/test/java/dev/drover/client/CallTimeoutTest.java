package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.Pod;
import dev.drover.testsupport.DrippingServer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The time-out of a call covers all of it, however steadily bytes arrive.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CallTimeoutTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
  private static final String CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "status line  |                                          | HTTP/1.1 200"
            + " OKOKOKOKOKOKOKOKOKOKOKOKOKOKO",
        "header       | HTTP/1.1 200 OK@@                        | X: y@@",
        "interim      |                                          | HTTP/1.1 103 Early Hints@@@@",
        "body         | HTTP/1.1 200 OK@@Content-Length: 999@@@@ | x",
        "until close  | HTTP/1.1 200 OK@@@@                      | x",
        "chunk        | HTTP/1.1 200 OK@@Transfer-Encoding: chunked@@@@ | 1@@x@@",
        "chunk line   | HTTP/1.1 200 OK@@Transfer-Encoding: chunked@@@@1; | x",
        "trailers     | HTTP/1.1 200 OK@@Transfer-Encoding: chunked@@@@0@@ | X: y@@",
        "error body   | HTTP/1.1 500 No@@Content-Length: 999@@@@ | x",
        "retried body | HTTP/1.1 503 No@@Retry-After: 0@@Content-Length: 999@@@@ | x",
        "silence      | ''                                       | ''",
      })
  @Tag("slow")
  void callEndsWithItsTimeoutWhateverDrips(String part, String first, String again) {
    String begin = first == null ? "" : first.replace("@@", "\r\n");
    String drip = again == null ? "" : again.replace("@@", "\r\n");
    try (DrippingServer server = new DrippingServer(begin, drip);
        RestClient client = RestClient.of(ClientConfig.of(server.url()))) {
      assertThatThrownBy(() -> client.get().absPath("/x").timeout(SHORT).execute())
          .as(part)
          .isInstanceOf(RequestFailedException.class)
          .cause()
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void writingTheRequestIsPartOfTheCall() {
    try (DrippingServer server = new DrippingServer("", "");
        RestClient client = RestClient.of(ClientConfig.of(server.url()))) {
      byte[] large = new byte[64 << 20]; // more than all buffers on the way
      assertThatThrownBy(() -> client.post().absPath("/x").body(large).timeout(SHORT).execute())
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("the call may take 300 ms")
          .cause()
          .isInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void limitsThatAreLongerThanAnyClockAreNone() throws Exception {
    Duration forever = ChronoUnit.FOREVER.getDuration();
    String list =
        "{\"apiVersion\":\"v1\",\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"4\"}}";
    try (ScriptedServer server = new ScriptedServer();
        Client client =
            Client.connect(
                server
                    .config()
                    .with(
                        c ->
                            c.connectTimeout(forever)
                                .timeouts(
                                    t ->
                                        t.read(forever)
                                            .list(forever)
                                            .write(forever)
                                            .credentials(forever)
                                            .checkAfter(forever)
                                            .checkLimit(forever))))) {
      server.then(ScriptedServer.json(list), ScriptedServer.json(""), ScriptedServer.json("{}"));
      ResourceClient<Pod> pods = client.resources(Pod.class);
      assertThat(pods.list().items()).isEmpty();
      WatchOptions watching = WatchOptions.defaults();
      pods.watch(watching.with(o -> o.silence(forever).timeout(forever))).close();
      client.rest().get().absPath("/x").timeout(forever).execute();
      assertThat(server.seen())
          .extracting(ScriptedServer.Seen::line)
          .noneMatch(line -> line.contains("timeout"));
    }
  }

  @Test
  void tlsHandshakeIsPartOfTheCall() {
    try (DrippingServer server = new DrippingServer("\u0016\u0003\u0003\u0040\u0000", "\u0002")) {
      ClientConfig config =
          ClientConfig.builder()
              .server("https://" + server.authority())
              .insecureSkipTlsVerify(true)
              .build();
      try (RestClient client = RestClient.of(config)) {
        assertThatThrownBy(() -> client.get().absPath("/x").timeout(SHORT).execute())
            .isInstanceOf(RequestFailedException.class)
            .cause()
            .isInstanceOf(SocketTimeoutException.class);
      }
    }
  }

  @Test
  void answerOfAProxyIsPartOfTheCall() {
    try (DrippingServer proxy = new DrippingServer("HTTP/1.1 200", "x")) {
      ClientConfig config =
          ClientConfig.builder()
              .server("http://elsewhere")
              .proxy(URI.create("http://" + proxy.authority()))
              .build();
      try (RestClient client = RestClient.of(config)) {
        assertThatThrownBy(() -> client.get().absPath("/x").timeout(SHORT).execute())
            .isInstanceOf(RequestFailedException.class)
            .cause()
            .isInstanceOf(SocketTimeoutException.class);
      }
    }
  }

  @Test
  void configurationLimitsCallsByKind() {
    try (DrippingServer server = new DrippingServer(HEAD + "Content-Length: 999\r\n\r\n", " ")) {
      Duration unlimited = Duration.ZERO;
      ClientConfig config =
          ClientConfig.of(server.url())
              .with(c -> c.timeouts(t -> t.read(SHORT).list(SHORT).write(SHORT)));
      try (Client client = Client.over(RestClient.of(config))) {
        ResourceClient<Pod> pods = client.resources(Pod.class).inNamespace("shop");
        assertLate(() -> pods.get("a"));
        assertLate(() -> pods.list());
        assertLate(() -> pods.delete("a"));
      }
      assertThat(config.with(c -> c.timeouts(t -> t.read(unlimited))).timeouts())
          .hasToString(
              "RequestTimeouts[read=PT0S, list=PT0.3S, write=PT0.3S, credentials=PT1M,"
                  + " checkAfter=PT30S, checkLimit=PT15S]");
      assertThatThrownBy(() -> config.timeouts().with(t -> t.list(SHORT.negated())))
          .hasMessage("the time-out 'list' must not be negative, got PT-0.3S");
    }
  }

  private static void assertLate(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("no whole answer within");
  }

  @Test
  void openWatchIsNotLimited() throws Exception {
    String event =
        "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"7\"}}}\n";
    String chunk = Integer.toHexString(event.length()) + "\r\n" + event + "\r\n";
    try (DrippingServer server = new DrippingServer(CHUNKED, chunk);
        Client client =
            Client.over(
                RestClient.of(
                    ClientConfig.of(server.url())
                        .with(c -> c.timeouts(t -> t.read(Duration.ofSeconds(1))))));
        WatchStream<Pod> watch = client.resources(Pod.class).watch(WatchOptions.defaults())) {
      long start = System.nanoTime();
      watch.next(); // one event takes longer than the limit
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofSeconds(1));
    }
  }

  /// Bytes arrive all the time, but no event does.
  @Test
  void watchThatDripsEndsAfterItsTime() {
    try (DrippingServer server = new DrippingServer(CHUNKED, "1\r\n \r\n");
        Client client = Client.over(RestClient.of(ClientConfig.of(server.url())))) {
      WatchOptions options =
          WatchOptions.defaults()
              .with(o -> o.timeout(Duration.ofMillis(200)).silence(Duration.ofMillis(400)));
      try (WatchStream<Pod> watch = client.resources(Pod.class).watch(options)) {
        assertThatThrownBy(watch::hasNext)
            .isInstanceOf(RequestFailedException.class)
            .hasMessageContaining("the stream did not end within 600 ms")
            .cause()
            .isInstanceOf(SocketTimeoutException.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void awaitEndsWithItsTimeWhereverItsWatchDrips(boolean inHead) {
    try (DrippingServer server =
            inHead
                ? new DrippingServer(HEAD, "X: y\r\n")
                : new DrippingServer(CHUNKED, "1\r\n \r\n");
        Client client =
            Client.connect(
                ClientConfig.of(server.url()),
                List.of(
                    (request, next) ->
                        request.target().contains("watch=true")
                            ? next.send(request)
                            : new EmptyList()))) {
      assertThatThrownBy(
              () ->
                  client
                      .resources(Pod.class)
                      .inNamespace("shop")
                      .await("web", pod -> false, Duration.ofSeconds(1)))
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("is not as wanted after 1 s");
    }
  }

  private record EmptyList() implements Transport.Response {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public Headers headers() {
      return Headers.EMPTY.with("Content-Type", "application/json");
    }

    @Override
    public InputStream body() {
      return new ByteArrayInputStream(
          "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\"}}"
              .getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {}
  }

  @Test
  void openingOfAWatchIsLimited() {
    try (DrippingServer server = new DrippingServer("HTTP/1.1 200 OK\r\n", "X: y\r\n");
        Client client =
            Client.over(
                RestClient.of(
                    ClientConfig.of(server.url()).with(c -> c.timeouts(t -> t.read(SHORT)))))) {
      assertLate(
          () -> client.resources(Pod.class).retrying(0).watch(WatchOptions.defaults()).close());
    }
  }

  @ParameterizedTest
  @CsvSource({"true, interim (1xx) responses", "false, larger than allowed (262144 bytes)"})
  void interimResponsesAndTrailersAreBounded(boolean interim, String problem) throws Exception {
    String answer =
        interim
            ? "HTTP/1.1 100 Continue\r\n\r\n".repeat(100)
            : CHUNKED + "0\r\n" + "Trailer: x\r\n".repeat(50_000);
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.raw(answer));
        RestClient client = RestClient.of(server.config())) {
      assertThatThrownBy(() -> client.get().absPath("/x").timeout(Duration.ZERO).execute())
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining(problem);
    }
  }

  @Test
  void connectionServesTheNextCallAfterOneWithATimeout() throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        RestClient client = RestClient.of(server.config())) {
      client.get().absPath("/x").timeout(Duration.ofMillis(500)).execute();
      client.get().absPath("/x").timeout(Duration.ZERO).execute();
      assertThat(server.connections()).isEqualTo(1);
    }
  }
}
