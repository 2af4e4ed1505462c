package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A watch notices that the server is gone although its connection was not reset.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServerCheckTest {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String EVENT =
      "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
          + "\"metadata\":{\"resourceVersion\":\"5\"}}}\n";
  private static final String WATCH =
      HEAD + Integer.toHexString(EVENT.length()) + "\r\n" + EVENT + "\r\n";

  private static RestClient client(
      ScriptedServer server, String transport, Consumer<RequestTimeouts.Builder> timeouts) {
    ClientConfig config = server.config().with(c -> c.timeouts(timeouts));
    return RestClient.over(
        config, transport.equals("http1") ? Transport.http1(config) : Transport.http2(config));
  }

  private static WatchStream<ConfigMap> watch(RestClient client) {
    return Client.over(client)
        .resources(ConfigMap.class)
        .watch(WatchOptions.defaults().with(o -> o.silence(Duration.ofHours(1))));
  }

  private static void quick(RequestTimeouts.Builder timeouts) {
    timeouts.checkAfter(Duration.ofMillis(100)).checkLimit(Duration.ofMillis(200));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http1", "http2"})
  void watchEndsWhenASilentServerDoesNotAnswerACheck(String transport) throws Exception {
    try (var server =
            new ScriptedServer(
                ScriptedServer.silenceAfter(WATCH), ScriptedServer.silenceAfter(""));
        RestClient client = client(server, transport, ServerCheckTest::quick);
        var events = watch(client)) {
      events.next();
      assertThatThrownBy(events::hasNext)
          .isInstanceOf(RequestFailedException.class)
          .hasMessageContaining("nothing came for 100 ms")
          .hasMessageContaining("did not answer a check within 200 ms");
      assertThat(server.seen().get(1).line()).isEqualTo("GET /livez HTTP/1.1");
      assertThat(server.seen().get(1).headers().all("Authorization")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http1", "http2"})
  void quietWatchOfALiveServerGoesOn(String transport) throws Exception {
    try (var server = new ScriptedServer(ScriptedServer.silenceAfter(WATCH));
        RestClient client = client(server, transport, ServerCheckTest::quick)) {
      WatchStream<ConfigMap> events = watch(client);
      events.next();
      Thread closer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      for (int i = 0; i < 4; i++) {
                        server.arrival(); // the watch and three checks
                      }
                      events.close();
                    } catch (InterruptedException e) {
                      throw new AssertionError(e);
                    }
                  });
      assertThat(events.hasNext()).isFalse();
      assertThat(events.failure()).isEmpty();
      closer.join();
      assertThat(server.seen()).hasSizeGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void refusedConnectionCountsAsADeadServer() throws Exception {
    var server = new ScriptedServer(ScriptedServer.silenceAfter(WATCH));
    try (RestClient client = client(server, "http1", ServerCheckTest::quick);
        var events = watch(client)) {
      events.next();
      server.refuseConnections();
      assertThatThrownBy(events::hasNext).hasMessageContaining("did not answer a check");
    } finally {
      server.close();
    }
  }

  @Test
  void checksCanBeTurnedOff() {
    try (var server = new ScriptedServer(ScriptedServer.silenceAfter(WATCH));
        RestClient client = client(server, "http1", t -> t.checkAfter(Duration.ZERO));
        var events =
            Client.over(client)
                .resources(ConfigMap.class)
                .watch(WatchOptions.defaults().with(o -> o.silence(Duration.ofMillis(300))))) {
      events.next();
      assertThatThrownBy(events::hasNext).hasMessageContaining("nothing came for 300 ms");
      assertThat(server.seen()).hasSize(1);
    }
  }

  @Test
  void limitOfACheckIsPositive() {
    assertThatThrownBy(() -> RequestTimeouts.defaults().with(t -> t.checkLimit(Duration.ZERO)))
        .hasMessageContaining("checkLimit");
    assertThat(RequestTimeouts.defaults().checkAfter()).isEqualTo(Duration.ofSeconds(30));
    assertThat(RequestTimeouts.defaults().checkLimit()).isEqualTo(Duration.ofSeconds(15));
  }
}
