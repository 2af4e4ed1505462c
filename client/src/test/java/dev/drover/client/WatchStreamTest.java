package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.DecodeException;
import dev.drover.api.WatchEvent;
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
  void regularEndOfAWatchIsNoFailure() {
    try (var server = new ScriptedServer(ScriptedServer.raw(HEAD + chunk(EVENT) + "0\r\n\r\n"));
        var watch = maps(server).watch(WatchOptions.defaults())) {
      assertThat(watch.hasNext()).isTrue();
      watch.next();
      assertThat(watch.hasNext()).isFalse();
      assertThat(watch.failure()).isEmpty();
      assertThat(watch.hasNext()).isFalse();
    }
  }

  @Test
  void batchHasAllEventsThatHaveArrivedAndDoesNotWaitForMore() {
    try (var server =
            new ScriptedServer(
                ScriptedServer.silenceAfter(
                    HEAD + chunk(EVENT + EVENT + EVENT + EVENT.substring(0, 9))));
        var stream =
            maps(server)
                .watch(WatchOptions.defaults().with(o -> o.silence(Duration.ofMillis(300))))) {
      int events = 0;
      while (events < 3) { // bytes may arrive in parts
        events += stream.nextBatch().size();
      }
      assertThat(events).isEqualTo(3);
      assertThatThrownBy(stream::nextBatch).isInstanceOf(RequestFailedException.class);
    }
  }

  @Test
  void batchIsEmptyAtTheEnd() {
    try (var server =
            new ScriptedServer(ScriptedServer.raw(HEAD + chunk(EVENT + EVENT) + "0\r\n\r\n"));
        var stream = maps(server).watch(WatchOptions.defaults())) {
      List<Integer> sizes = new ArrayList<>();
      for (int n = stream.nextBatch().size(); n > 0; n = stream.nextBatch().size()) {
        sizes.add(n);
      }
      assertThat(sizes.stream().mapToInt(Integer::intValue).sum()).isEqualTo(2);
      assertThat(stream.nextBatch()).isEmpty();
      assertThat(stream.failure()).isEmpty();
    }
  }

  @Test
  void unreadableEventEndsABatchAndIsReportedByTheNextCall() {
    String broken = EVENT.replace("BOOKMARK", "RENAMED");
    try (var server =
            new ScriptedServer(
                ScriptedServer.raw(HEAD + chunk(EVENT + broken + EVENT) + "0\r\n\r\n"));
        var stream = maps(server).watch(WatchOptions.defaults())) {
      assertThat(stream.nextBatch()).hasSize(1);
      assertThatThrownBy(stream::nextBatch)
          .isInstanceOf(DecodeException.class)
          .hasMessageContaining("RENAMED");
      assertThat(stream.nextBatch()).hasSize(1);
      assertThat(stream.nextBatch()).isEmpty();
    }
  }

  @Test
  void watchOfAnotherImplementationHandsOutSingleEvents() {
    var events = List.<WatchEvent<ConfigMap>>of(new WatchEvent.Bookmark<>("5", false)).iterator();
    WatchStream<ConfigMap> other =
        new WatchStream<>() {
          @Override
          public boolean hasNext() {
            return events.hasNext();
          }

          @Override
          public WatchEvent<ConfigMap> next() {
            return events.next();
          }

          @Override
          public void close() {}
        };
    assertThat(other.nextBatch()).hasSize(1);
    assertThat(other.nextBatch()).isEmpty();
    assertThat(other.failure()).isEmpty();
  }

  @Test
  void brokenConnectionEndsTheWatchWithTheReason() {
    for (String rest : new String[] {"", chunk(EVENT.substring(0, 20)), "1"}) {
      try (var server = new ScriptedServer(ScriptedServer.rawThenCut(HEAD + chunk(EVENT) + rest));
          var watch = maps(server).watch(WatchOptions.defaults())) {
        watch.next();
        assertThat(watch.failure()).isEmpty();
        assertThat(watch.hasNext()).isFalse();
        assertThat(watch.failure()).containsInstanceOf(RequestFailedException.class);
        assertThat(watch.hasNext()).isFalse();
      }
    }
  }

  @Test
  void malformedStreamEndsTheWatchWithTheReason() {
    try (var server = new ScriptedServer(ScriptedServer.raw(HEAD + chunk("{]") + "0\r\n\r\n"));
        var watch = maps(server).watch(WatchOptions.defaults())) {
      assertThat(watch.hasNext()).isFalse();
      assertThat(watch.failure().orElseThrow()).hasMessageContaining("cannot be followed");
    }
  }

  @Test
  void watchThatIsClosedHasNotFailed() {
    try (var server = new ScriptedServer(ScriptedServer.silenceAfter(HEAD + chunk(EVENT)))) {
      WatchStream<ConfigMap> watch = maps(server).watch(WatchOptions.defaults());
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
      assertThatThrownBy(() -> once.list(ListOptions.defaults(), _ -> {}))
          .isInstanceOfSatisfying(
              ApiException.TooManyRequests.class,
              e -> assertThat(e.retryAfter()).contains(Duration.ofSeconds(7)));
      assertThatThrownBy(() -> once.inNamespace("a").watch(WatchOptions.defaults()))
          .isInstanceOfSatisfying(
              ApiException.ServerError.class,
              e -> assertThat(e.retryAfter()).contains(Duration.ofSeconds(8)));
      assertThat(server.seen()).hasSize(2);
    }
  }
}
