package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.busy;
import static dev.drover.client.ScriptedServer.cut;
import static dev.drover.client.ScriptedServer.rawThenCut;
import static dev.drover.client.ScriptedServer.silenceAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.KubernetesObject;
import dev.drover.api.WatchEvent;
import dev.drover.model.core.v1.ConfigMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A watch that resumes, over servers that end it, cut it, fail and forget.
@Timeout(30)
class RetryWatcherTest {
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
  private static final String STATUS =
      "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":%d,"
          + "\"reason\":\"%s\",\"message\":\"no\"}";

  private final ManualTime time = new ManualTime();
  private final ScriptedServer server = new ScriptedServer();
  private final RestClient rest = RestClient.of(server.config().with(c -> c.clock(time)));
  private final ResourceClient<ConfigMap> maps =
      Client.over(rest).resources(ConfigMap.class).inNamespace("n");
  private final RetryWatcher<ConfigMap> watch = RetryWatcher.from(maps, "4");

  @AfterEach
  void close() {
    watch.close();
    rest.close();
    server.close();
  }

  private static String event(String type, int version) {
    return "{\"type\":\"%s\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
            .formatted(type)
        + "{\"name\":\"m\",\"namespace\":\"n\",\"resourceVersion\":\"%d\"}}}\n".formatted(version);
  }

  /// The versions of the next events, on a thread of its own while this one moves time.
  private List<String> next(int number) throws Exception {
    CompletableFuture<List<String>> read =
        CompletableFuture.supplyAsync(
            () -> {
              List<String> versions = new ArrayList<>();
              while (versions.size() < number && watch.hasNext()) {
                versions.add(version(watch.next()));
              }
              return versions;
            },
            task -> Thread.ofVirtual().start(task));
    while (!read.isDone()) {
      time.advanceToNext();
      Thread.onSpinWait();
    }
    return read.get();
  }

  private static String version(WatchEvent<? extends KubernetesObject> event) {
    return switch (event) {
      case WatchEvent.Added(var object) -> object.metadata().resourceVersion();
      case WatchEvent.Modified(var object) -> object.metadata().resourceVersion();
      case WatchEvent.Deleted(var object) -> "-" + object.metadata().resourceVersion();
      case WatchEvent.Bookmark(var version, _) -> "=" + version;
      case WatchEvent.Failed(var status) -> throw new AssertionError(status);
    };
  }

  private List<String> resumedFrom() {
    return server.seen().stream()
        .map(seen -> seen.line().replaceAll(".*resourceVersion=(\\d+).*", "$1"))
        .toList();
  }

  @Test
  void resumesAfterTheLastEventOrBookmarkWheneverTheWatchEnds() throws Exception {
    server.then(
        rawThenCut(HEAD + event("ADDED", 5) + event("MODIFIED", 6)),
        rawThenCut(HEAD),
        rawThenCut(HEAD + event("BOOKMARK", 9)),
        rawThenCut(HEAD + event("DELETED", 10) + "{\"type\":\"ADD"),
        silenceAfter(HEAD + event("ADDED", 11)));
    assertThat(next(5)).containsExactly("5", "6", "=9", "-10", "11");
    assertThat(resumedFrom()).containsExactly("4", "6", "6", "9", "10");
    assertThat(watch.resourceVersion()).isEqualTo("11");
  }

  @Test
  void watchEndsByItselfAfterSomeMinutesUnlessTheOptionsSayWhen() throws Exception {
    server.then(
        rawThenCut(HEAD + event("ADDED", 5)),
        rawThenCut(HEAD + event("ADDED", 6)),
        rawThenCut(HEAD + event("ADDED", 7)));
    next(2);
    assertThat(timeouts())
        .hasSize(2)
        .allSatisfy(seconds -> assertThat(seconds).isBetween(300, 600));
    try (var limited =
        RetryWatcher.from(
            maps,
            WatchOptions.defaults()
                .with(o -> o.resourceVersion("6").timeout(Duration.ofSeconds(7))))) {
      assertThat(limited.hasNext()).isTrue();
    }
    assertThat(timeouts().getLast()).isEqualTo(7);
  }

  private List<Integer> timeouts() {
    return server.seen().stream()
        .map(seen -> seen.line().replaceAll(".*timeoutSeconds=(\\d+).*", "$1"))
        .map(Integer::valueOf)
        .toList();
  }

  @Test
  void failuresOfTheServerAndTheNetworkAreFollowedByANewAttempt() throws Exception {
    server.then(
        rawThenCut(HEAD + event("ADDED", 5)),
        busy(429, "7"),
        answer(500, "", "broken"),
        cut(),
        answer(403, "", "not yet"),
        rawThenCut(
            HEAD
                + "{\"type\":\"ERROR\",\"object\":"
                + STATUS.formatted(500, "InternalError")
                + "}"),
        silenceAfter(HEAD + event("ADDED", 6)));
    assertThat(next(2)).containsExactly("5", "6");
    assertThat(resumedFrom()).containsOnly("4", "5");
    assertThat(Duration.ofNanos(time.nanoTime()))
        .as("the server asked for seven seconds, and the pauses double")
        .isGreaterThan(Duration.ofSeconds(7 + 4 + 8 + 16));
  }

  @Test
  void deletedObjectWithAnOldVersionDoesNotMoveTheWatchBack() throws Exception {
    server.then(
        rawThenCut(HEAD + event("ADDED", 8) + event("DELETED", 3)),
        silenceAfter(HEAD + event("ADDED", 9)));
    assertThat(next(3)).containsExactly("8", "-3", "9");
    assertThat(resumedFrom()).containsExactly("4", "8");
  }

  @Test
  void expiredVersionIsAClearErrorThatStays() throws Exception {
    server.then(
        rawThenCut(HEAD + event("ADDED", 5)),
        answer(410, "Content-Type: application/json\r\n", STATUS.formatted(410, "Expired")));
    assertThat(next(1)).containsExactly("5");
    assertThatThrownBy(() -> next(1))
        .hasCauseInstanceOf(ApiException.Expired.class)
        .hasMessageContaining("watch configmaps after version 5 cannot resume, list again: no");
    assertThatThrownBy(watch::hasNext).isInstanceOf(ApiException.Expired.class);
    assertThat(server.seen()).hasSize(2);
  }

  @Test
  void expiredVersionInsideTheStreamIsTheSameError() {
    server.then(
        rawThenCut(HEAD + "{\"type\":\"ERROR\",\"object\":" + STATUS.formatted(410, "Gone") + "}"));
    assertThatThrownBy(watch::hasNext)
        .isInstanceOf(ApiException.Expired.class)
        .hasMessageContaining("after version 4 cannot resume");
  }

  @Test
  void firstAttemptFailsAsAPlainWatchDoes() {
    server.then(answer(403, "", "never"));
    assertThatThrownBy(watch::hasNext).isInstanceOf(ApiException.Forbidden.class);
  }

  @Test
  void closeEndsAPauseAndAWaitingRead() throws Exception {
    server.then(rawThenCut(HEAD + event("ADDED", 5)));
    assertThat(next(1)).hasSize(1);
    CompletableFuture<Boolean> paused = CompletableFuture.supplyAsync(watch::hasNext);
    time.awaitAlarms(1);
    watch.close();
    assertThat(paused.get(10, TimeUnit.SECONDS)).isFalse();
    assertThat(watch.hasNext()).isFalse();

    server.then(silenceAfter(HEAD));
    RetryWatcher<ConfigMap> other = RetryWatcher.from(maps, "4");
    CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(other::hasNext);
    server.arrival();
    server.arrival();
    other.close();
    assertThat(waiting.get(10, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void interruptEndsAPause() throws Exception {
    server.then(rawThenCut(HEAD + event("ADDED", 5)));
    assertThat(next(1)).hasSize(1);
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    watch.hasNext();
                  } catch (RequestInterruptedException e) {
                    thrown.complete(e);
                  }
                });
    time.awaitAlarms(1);
    reader.interrupt();
    assertThat(thrown.get(10, TimeUnit.SECONDS)).hasMessageContaining("interrupted");
  }

  @Test
  void versionToResumeFromIsNeeded() {
    assertThatThrownBy(() -> RetryWatcher.from(maps, "")).hasMessageContaining("needs the version");
    assertThatThrownBy(() -> RetryWatcher.from(maps, "0"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                RetryWatcher.from(
                    maps,
                    WatchOptions.defaults()
                        .with(o -> o.resourceVersion("4").sendInitialEvents(true))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
