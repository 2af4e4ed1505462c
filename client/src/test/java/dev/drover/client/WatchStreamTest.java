package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How watches end, and what their caller learns of it.
class WatchStreamTest {
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  private static final String EVENT =
      "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
          + "\"metadata\":{\"resourceVersion\":\"5\"}}}\n";

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private static ResourceClient<ConfigMap> maps(ScriptedServer server) {
    return Client.over(RestClient.of(server.config())).resources(ConfigMap.class);
  }

  @Test
  void regularEndIsNoFailure() {
    try (var server = new ScriptedServer(ScriptedServer.raw(HEAD + chunk(EVENT) + "0\r\n\r\n"));
        var watch = maps(server).watch(WatchOptions.ALL)) {
      assertThat(watch.hasNext()).isTrue();
      watch.next();
      assertThat(watch.hasNext()).isFalse();
      assertThat(watch.failure()).isEmpty();
      assertThat(watch.hasNext()).isFalse();
    }
  }

  @Test
  void beforeItWaitsItSaysSoAndNotBetweenEventsThatAreThere() {
    try (var server =
            new ScriptedServer(
                ScriptedServer.raw(HEAD + chunk(EVENT + EVENT + EVENT) + "0\r\n\r\n"));
        var stream = maps(server).watch(WatchOptions.ALL)) {
      List<String> log = new ArrayList<>();
      assertThat(stream.beforeWaiting(() -> log.add("waits"))).isTrue();
      while (stream.hasNext()) {
        stream.next();
        log.add("event");
      }
      assertThat(log).startsWith("waits", "event", "event", "event", "waits");
    }
  }

  @Test
  void cutConnectionIsTheEndAndSaysWhy() {
    for (String rest : new String[] {"", chunk(EVENT.substring(0, 20)), "1"}) {
      try (var server = new ScriptedServer(ScriptedServer.rawThenCut(HEAD + chunk(EVENT) + rest));
          var watch = maps(server).watch(WatchOptions.ALL)) {
        watch.next();
        assertThat(watch.failure()).isEmpty();
        assertThat(watch.hasNext()).isFalse();
        assertThat(watch.failure()).containsInstanceOf(RequestFailedException.class);
        assertThat(watch.hasNext()).isFalse();
      }
    }
  }

  @Test
  void streamThatMakesNoSenseIsTheEndAndSaysWhy() {
    try (var server = new ScriptedServer(ScriptedServer.raw(HEAD + chunk("{]") + "0\r\n\r\n"));
        var watch = maps(server).watch(WatchOptions.ALL)) {
      assertThat(watch.hasNext()).isFalse();
      assertThat(watch.failure().orElseThrow()).hasMessageContaining("cannot be followed");
    }
  }

  @Test
  void watchThatIsClosedHasNotFailed() {
    try (var server = new ScriptedServer(ScriptedServer.silenceAfter(HEAD + chunk(EVENT)))) {
      WatchStream<ConfigMap> watch = maps(server).watch(WatchOptions.ALL);
      watch.next();
      watch.close();
      assertThat(watch.hasNext()).isFalse();
      assertThat(watch.failure()).isEmpty();
    }
  }

  @Test
  void callerWithABackoffOfItsOwnSeesEveryFailure() {
    try (var server =
        new ScriptedServer(ScriptedServer.busy(429, "7"), ScriptedServer.busy(503, "8"))) {
      ResourceClient<ConfigMap> once = maps(server).retrying(0);
      assertThatThrownBy(() -> once.list(ListOptions.ALL, _ -> {}))
          .isInstanceOfSatisfying(
              ApiException.TooManyRequests.class,
              e -> assertThat(e.retryAfter()).contains(Duration.ofSeconds(7)));
      assertThatThrownBy(() -> once.inNamespace("a").watch(WatchOptions.ALL))
          .isInstanceOfSatisfying(
              ApiException.ServerError.class,
              e -> assertThat(e.retryAfter()).contains(Duration.ofSeconds(8)));
      assertThat(server.seen()).hasSize(2);
    }
  }
}
