package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.busy;
import static dev.drover.client.ScriptedServer.cut;
import static dev.drover.client.ScriptedServer.json;
import static dev.drover.client.ScriptedServer.rawThenCut;
import static dev.drover.client.ScriptedServer.reset;
import static dev.drover.client.ScriptedServer.silence;
import static dev.drover.client.ScriptedServer.silenceAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Waiting for an object over servers that end watches, stay silent or have other news.
class AwaitTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";

  private static final String LIST =
      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMapList\",\"metadata\":{\"resourceVersion\":\"4\"},"
          + "\"items\":[%s]}";
  private static final String EXPIRED =
      "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":410,"
          + "\"reason\":\"Expired\"}";

  private final List<Duration> pauses = new ArrayList<>();
  private final ScriptedServer server = new ScriptedServer();
  private final RestClient rest = RestClient.of(server.config()).withPause(pauses::add);
  private final ResourceClient<ConfigMap> maps =
      Client.over(rest).resources(ConfigMap.class).inNamespace("n");

  @AfterEach
  void close() {
    rest.close();
    server.close();
  }

  private static String object(String value) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\","
        + "\"namespace\":\"n\",\"resourceVersion\":\"5\"},\"data\":{\"k\":\""
        + value
        + "\"}}";
  }

  private static ScriptedServer.Act list(String... objects) {
    return json(LIST.formatted(String.join(",", objects)));
  }

  private static String event(String type, String object) {
    return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
  }

  private ConfigMap await(Duration limit) {
    return maps.await("m", m -> "good".equals(m.data().get("k")), limit);
  }

  @Test
  void awaitReturnsAMatchingObjectWithoutAWatch() {
    server.then(list(object("good")));
    assertThat(await(LONG).name()).isEqualTo("m");
    assertThat(server.seen()).hasSize(1);
    assertThat(server.seen().getFirst().line()).contains("fieldSelector=metadata.name%3Dm");
  }

  @Test
  void awaitWatchesFromTheListUntilTheConditionHolds() {
    server.then(
        list(object("bad")),
        silenceAfter(
            HEAD
                + event("BOOKMARK", object(""))
                + event("MODIFIED", object("bad"))
                + event("DELETED", object("good"))
                + event("ADDED", object("good"))));
    assertThat(await(LONG).data()).containsEntry("k", "good");
    assertThat(server.seen().getLast().line()).contains("resourceVersion=4");
  }

  @Test
  void awaitListsAgainWhenItsWatchEnds() {
    server.then(
        list(),
        rawThenCut(HEAD),
        list(),
        rawThenCut(HEAD + event("ERROR", EXPIRED)),
        list(),
        answer(410, "Content-Type: application/json\r\n", EXPIRED),
        answer(200, "Content-Type: application/json\r\nConnection: close\r\n", LIST.formatted("")),
        cut(), // on its own connection, so that the transport does not retry silently
        list(object("good")));
    assertThat(await(LONG).name()).isEqualTo("m");
    assertThat(server.seen()).hasSize(9);
    assertThat(pauses).hasSize(4).containsOnly(Duration.ofSeconds(1));
  }

  @Test
  void awaitTimeoutShowsTheLastState() {
    server.then(list(), silenceAfter(HEAD));
    assertThatThrownBy(() -> await(SHORT))
        .isInstanceOf(RequestFailedException.class)
        .hasMessage("configmaps m is not as wanted after 500 ms: it does not exist");
    server.then(list(object("bad")), silenceAfter(HEAD + event("DELETED", object("bad"))));
    assertThatThrownBy(() -> await(SHORT)).hasMessageEndingWith("it was deleted");
    server.then(list(object("bad")), silenceAfter(HEAD));
    assertThatThrownBy(() -> await(SHORT))
        .hasMessageContaining("it is at version 5, ")
        .hasMessageContaining("bad");
  }

  @Test
  void silentServerDoesNotLengthenAnAwait() {
    long start = System.nanoTime();
    server.then(list(), silence());
    assertThatThrownBy(() -> await(SHORT)).hasMessageContaining("is not as wanted after 500 ms");
    server.then(silence());
    assertThatThrownBy(() -> await(SHORT)).hasMessageContaining("is not as wanted after 500 ms");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void failuresAfterTheFirstListAreWaitedOut() {
    server.then(
        list(),
        busy(429, "7"), // the watch
        list(),
        answer(500, "", "overloaded"),
        answer(503, "", "restarting"), // the list
        answer(401, "", "rotating"),
        answer(200, "Content-Type: application/json\r\nConnection: close\r\n", LIST.formatted("")),
        reset(), // on its own connection, so that the transport does not retry silently
        list(object("good")));
    assertThat(await(LONG).name()).isEqualTo("m");
    assertThat(server.seen()).hasSize(9);
    assertThat(pauses)
        .containsExactly(Duration.ofSeconds(7), ONE_SECOND, ONE_SECOND, ONE_SECOND, ONE_SECOND);
  }

  @Test
  void serverThatIsGoneDuringAnAwaitIsNamedWhenTheTimeIsOver() {
    server.then(
        list(object("bad")),
        peer -> {
          server.refuseConnections();
          return false;
        });
    assertThatThrownBy(() -> await(SHORT))
        .isInstanceOf(RequestFailedException.class)
        .hasMessageContaining("is not as wanted after 500 ms: it is at version 5")
        .hasMessageContaining("; the last request failed: get configmaps")
        .hasMessageContaining("Connection refused");
    assertThatThrownBy(() -> await(LONG)).hasMessageContaining("cannot connect");
  }

  @Test
  void limitOfAnAwaitMayBeLongerThanAnyClock() {
    server.then(list(), rawThenCut(HEAD + event("ADDED", object("good"))));
    assertThat(await(ChronoUnit.FOREVER.getDuration()).name()).isEqualTo("m");
  }

  @Test
  void refusedRequestEndsAnAwait() {
    server.then(answer(403, "", ""));
    assertThatThrownBy(() -> await(LONG)).isInstanceOf(ApiException.Forbidden.class);
    server.then(list(), answer(403, "", ""));
    assertThatThrownBy(() -> await(LONG)).isInstanceOf(ApiException.Forbidden.class);
  }
}
