package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.busy;
import static dev.drover.client.ScriptedServer.cut;
import static dev.drover.client.ScriptedServer.json;
import static dev.drover.client.ScriptedServer.rawThenCut;
import static dev.drover.client.ScriptedServer.reset;
import static dev.drover.client.ScriptedServer.silence;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.codec.Codec;
import dev.drover.model.core.v1.Pod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which failures are tried again, when, and how often: the rules of [RetryPolicy] on a socket.
class RetryTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final List<Duration> pauses = new ArrayList<>();
  private final ScriptedServer server = new ScriptedServer();
  private final RestClient client = RestClient.of(server.config()).withPause(pauses::add);

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private RestRequest request(String verb) {
    return client.verb(verb).absPath("/x");
  }

  enum How {
    PLAIN,
    WATCH,
    STREAM
  }

  private static void carryOut(RestRequest request, How how) throws IOException {
    switch (how) {
      case PLAIN -> request.execute();
      case WATCH -> {
        try (var events = request.watch(Codec.of(Pod.KIND), Duration.ofSeconds(5))) {
          assertThat(events.hasNext()).isFalse();
        }
      }
      case STREAM -> {
        try (InputStream body = request.stream()) {
          body.readAllBytes();
        }
      }
    }
  }

  static Stream<Arguments> calls() {
    return Stream.of(
        Arguments.of("GET", How.PLAIN),
        Arguments.of("POST", How.PLAIN),
        Arguments.of("PUT", How.PLAIN),
        Arguments.of("PATCH", How.PLAIN),
        Arguments.of("DELETE", How.PLAIN),
        Arguments.of("GET", How.WATCH),
        Arguments.of("GET", How.STREAM));
  }

  private static final ScriptedServer.Act EMPTY =
      answer(200, "Content-Type: application/json\r\n", "");

  @ParameterizedTest
  @MethodSource("calls")
  void responsesWithRetryAfterAreRetriedForEveryVerb(String verb, How how) throws Exception {
    server.then(busy(429, "1"), busy(500, "0"), busy(503, "12"), busy(504, "3"), busy(599, "2"));
    carryOut(request(verb).body(verb.equals("GET") ? null : "{}".getBytes()), answering(how));
    assertThat(pauses)
        .containsExactly(
            SECOND, Duration.ofSeconds(12), Duration.ofSeconds(3), Duration.ofSeconds(2));
    assertThat(server.seen())
        .hasSize(6)
        .extracting(ScriptedServer.Seen::connection)
        .containsOnly(1);
    assertThat(server.seen())
        .extracting(ScriptedServer.Seen::text)
        .containsOnly(verb.equals("GET") ? "" : "{}");
  }

  private How answering(How how) {
    server.then(how == How.WATCH ? EMPTY : json("{}"));
    return how;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "400 1",
        "401 1",
        "404 1",
        "409 1",
        "422 1",
        "429",
        "500",
        "503",
        "429 soon",
        "503 1.5",
        "503 Fri,",
        "503 -",
        "429 1 2",
        "503 99999999999"
      })
  void otherResponsesAreFinal(String script) {
    String[] parts = script.split(" ", 2);
    String header = parts.length == 1 ? "" : "Retry-After: " + parts[1] + "\r\n";
    server.then(answer(Integer.parseInt(parts[0]), header, "no"));
    assertThatThrownBy(() -> request("GET").execute())
        .isInstanceOf(ApiException.class)
        .hasMessageStartingWith("get /x: the server answered " + parts[0] + ": no");
    assertThat(server.seen()).hasSize(1);
    assertThat(pauses).isEmpty();
  }

  @Test
  void brokenConnectionIsRetriedForReadsAndNotForWritesAndStreams() {
    Map<String, String> matrix = new TreeMap<>();
    Map<String, ScriptedServer.Act> faults =
        Map.of(
            "cut", cut(),
            "reset", reset(),
            "cut in the head", rawThenCut("HTTP/1.1 200 O"),
            "cut behind a header", rawThenCut("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"));
    faults.forEach(
        (name, fault) ->
            calls()
                .forEach(
                    call -> {
                      String verb = (String) call.get()[0];
                      How how = (How) call.get()[1];
                      matrix.put(name + ", " + verb + " " + how, outcome(verb, how, fault));
                    }));
    assertThat(matrix)
        .allSatisfy(
            (name, outcome) ->
                assertThat(outcome)
                    .as(name)
                    .isEqualTo(
                        name.endsWith("GET PLAIN") || name.endsWith("WATCH")
                            ? "again [PT1S]"
                            : "final"));
    assertThat(matrix).hasSize(28);
  }

  private String outcome(String verb, How how, ScriptedServer.Act fault) {
    pauses.clear();
    int before = server.seen().size();
    // A connection of its own: an old one would be replaced without a word.
    try (RestClient fresh = RestClient.of(server.config()).withPause(pauses::add)) {
      server.then(fault);
      RestRequest request = fresh.verb(verb).absPath("/x");
      try {
        server.then(EMPTY);
        carryOut(request, how);
        return server.seen().size() - before == 2 ? "again " + pauses : "odd";
      } catch (RequestFailedException e) {
        server.then(EMPTY);
        fresh.get().absPath("/x").execute(); // takes the answer that was left
        fresh.get().absPath("/x").execute();
        return server.seen().size() - before == 3 ? "final" : "odd: " + e;
      } catch (IOException e) {
        return e.toString();
      }
    }
  }

  @Test
  void silentConnectionIsRetriedForWatchesOnly() throws Exception {
    server.then(silence(), EMPTY);
    try (var events = request("GET").watch(Codec.of(Pod.KIND), Duration.ofMillis(500))) {
      assertThat(events.hasNext()).isFalse();
    }
    assertThat(pauses).containsExactly(SECOND);

    server.then(silence());
    assertThatThrownBy(() -> request("GET").timeout(Duration.ofMillis(50)).execute())
        .isInstanceOf(RequestFailedException.class)
        .hasCauseInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("no answer from 127.0.0.1")
        .hasMessageContaining("ms");
    assertThat(server.seen()).hasSize(3);
  }

  @Test
  void refusedConnectionIsNotRetried() throws Exception {
    int port;
    try (ServerSocket gone = new ServerSocket(0)) {
      port = gone.getLocalPort();
    }
    ClientConfig nobody = ClientConfig.builder().server("http://127.0.0.1:" + port).build();
    try (RestClient lost = RestClient.of(nobody).withPause(pauses::add)) {
      for (How how : How.values()) {
        assertThatThrownBy(() -> carryOut(lost.get().absPath("/x"), how))
            .isInstanceOf(RequestFailedException.class)
            .hasMessageContaining("cannot connect to 127.0.0.1:" + port);
      }
    }
    assertThat(pauses).isEmpty();
  }

  @Test
  void requestIsTriedElevenTimesAndTheErrorNamesThat() {
    for (int i = 0; i < 11; i++) {
      server.then(busy(503, "1"));
    }
    assertThatThrownBy(() -> request("GET").execute())
        .isInstanceOf(ApiException.ServerError.class)
        .hasMessageContaining("tried 11 times");
    assertThat(server.seen()).hasSize(11);
    assertThat(pauses).hasSize(10);
  }

  /// Here client-go gives a watch that has ended already, which hides why.
  @Test
  void watchWithoutRetriesLeftNamesTheReason() {
    server.then(cut(), cut(), cut());
    assertThatThrownBy(() -> carryOut(request("GET").maxRetries(2), How.WATCH))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("the server closed the connection")
        .hasMessageContaining("tried 3 times");
    assertThat(server.seen()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {-5, 0, 1, 3})
  void maxRetriesIsTheCeiling(int retries) {
    for (int i = 0; i < 5; i++) {
      server.then(busy(429, "1"));
    }
    assertThatThrownBy(() -> request("POST").maxRetries(retries).execute())
        .isInstanceOf(ApiException.TooManyRequests.class);
    assertThat(server.seen()).hasSize(1 + Math.max(0, retries));
  }

  @Test
  void finalErrorMentionsTheAttemptBefore() {
    server.then(busy(503, "1"), cut());
    assertThatThrownBy(() -> request("POST").execute())
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("the server closed the connection")
        .hasMessageContaining("tried 2 times, before that: the server answered 503");

    server.then(cut(), reset());
    assertThatThrownBy(() -> request("GET").maxRetries(1).execute())
        .hasMessageContaining("tried 2 times, before that: ");
  }

  @Test
  void bodyFromAStreamIsSentOnce() {
    server.then(busy(429, "1"));
    InputStream body = new ByteArrayInputStream("abc".getBytes());
    assertThatThrownBy(() -> request("POST").body(body).execute())
        .isInstanceOf(ApiException.TooManyRequests.class);
    assertThat(server.seen()).hasSize(1);
    assertThat(server.seen().getFirst().text()).isEqualTo("abc");
  }

  @Test
  void shortBodyIsReadSoThatTheConnectionIsKeptAndALongOneIsNot() {
    String header = "Retry-After: 0\r\n";
    String chunked =
        "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n"
            + "x".repeat(2048)
            + "\r\n0\r\n\r\n";
    server.then(
        answer(503, header, "x".repeat(2048)),
        ScriptedServer.raw(chunked),
        answer(503, header, "x".repeat(50_000)));
    request("GET").execute();
    assertThat(server.seen())
        .extracting(ScriptedServer.Seen::connection)
        .containsExactly(1, 1, 1, 2);
  }

  @Test
  void refusalWithABrokenBodyIsRetried() {
    server.then(rawThenCut("HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 500\r\n\r\nab"));
    request("POST").execute();
    assertThat(server.seen()).hasSize(2);
    assertThat(pauses).containsExactly(SECOND);
  }

  @Test
  void limiterHoldsBackEveryTryButTheFirstOfAWatch() throws Exception {
    int[] acquired = {0};
    RateLimiter limiter = () -> acquired[0]++;
    RestClient limited = client.withRateLimiter(limiter);
    assertThat(limited.rateLimiter()).contains(limiter);

    server.then(busy(429, "1"), busy(429, "1"));
    limited.get().absPath("/x").execute();
    assertThat(acquired[0]).isEqualTo(3);

    acquired[0] = 0;
    server.then(busy(429, "1"), EMPTY);
    carryOut(limited.get().absPath("/x"), How.WATCH);
    assertThat(acquired[0]).isEqualTo(1);

    acquired[0] = 0;
    carryOut(limited.get().absPath("/x"), How.STREAM);
    assertThat(acquired[0]).isEqualTo(1);

    acquired[0] = 0;
    limited.get().absPath("/x").throttle(() -> {}).execute();
    assertThat(acquired[0]).isZero();
  }

  @Test
  void timeHeldBackByTheLimiterDoesNotCount() {
    RateLimiter slow =
        () -> assertThat(new CountDownLatch(1).await(1100, TimeUnit.MILLISECONDS)).isFalse();
    request("GET").throttle(slow).timeout(SECOND).execute();
    assertThat(server.seen()).hasSize(1);
  }

  @Test
  void hostBackoffIsReadBeforeAndUpdatedAfterEachTry() {
    List<String> told = new ArrayList<>();
    HostBackoff manager =
        new HostBackoff() {
          @Override
          public Duration delay(String host) {
            return Duration.ofSeconds(2);
          }

          @Override
          public void update(String host, int status) {
            told.add(host.replaceFirst(":.*", "") + " " + status);
          }
        };
    server.then(reset(), busy(429, "1"), busy(503, "7"));
    request("GET").backOff(manager).execute();
    assertThat(pauses)
        .extracting(Duration::toSeconds)
        .containsExactly(2L, 2L, 2L, 7L); // before the first, then whichever is longer
    assertThat(told)
        .containsExactly("127.0.0.1 0", "127.0.0.1 429", "127.0.0.1 503", "127.0.0.1 200");
  }

  @Test
  void deadlineSpansAllTries() {
    server.then(busy(503, "1"), busy(503, "3600"));
    assertThatThrownBy(() -> request("GET").timeout(Duration.ofSeconds(10)).execute())
        .isInstanceOf(ApiException.ServerError.class);
    assertThat(pauses).containsExactly(SECOND); // an hour does not fit, so the answer is final
    assertThat(server.seen()).hasSize(2);
    assertThat(server.seen().getFirst().line()).isEqualTo("GET /x?timeout=10s HTTP/1.1");
  }

  @Test
  void deadlineEndsABodyThatTrickles() {
    server.then(
        peer -> {
          peer.write(ScriptedServer.bytes("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n"));
          for (int i = 0; i < 100_000_000; i++) {
            peer.write(new byte[] {'x'}); // as fast as it goes: never silent
          }
          return true;
        });
    assertThatThrownBy(() -> request("GET").timeout(Duration.ofMillis(500)).execute())
        .hasMessageContaining("the call may take 500 ms");
  }

  @Test
  void retryAfterOfMoreThanAMinuteIsLeftToTheCaller() {
    server.then(busy(429, "61"));
    assertThatThrownBy(() -> request("GET").timeout(Duration.ZERO).execute())
        .isInstanceOfSatisfying(
            ApiException.TooManyRequests.class,
            e -> assertThat(e.retryAfter()).contains(Duration.ofSeconds(61)));
    assertThat(server.seen()).hasSize(1);
  }

  @Test
  void interruptEndsThePauseBetweenTries() {
    server.then(busy(429, "10"));
    RestClient interrupted =
        client.withPause(
            duration -> {
              throw new InterruptedException();
            });
    assertThatThrownBy(() -> interrupted.get().absPath("/x").execute())
        .isInstanceOf(RequestInterruptedException.class)
        .hasMessage("get /x: interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(server.seen()).hasSize(1);
  }
}
