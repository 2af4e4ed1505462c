package dev.drover.client;

import static dev.drover.client.ScriptedServer.answer;
import static dev.drover.client.ScriptedServer.busy;
import static dev.drover.client.ScriptedServer.cut;
import static dev.drover.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestObserverTest {
  private final ScriptedServer server = new ScriptedServer();
  private final List<RequestObserver.Ended> seen = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    server.close();
  }

  private RestClient client(RequestObserver observer) {
    return RestClient.of(server.config().with(c -> c.requestObserver(observer))).withPause(_ -> {});
  }

  @Test
  void everyAttemptIsObservedWithItsCodeMethodAndHost() {
    server.then(busy(429, "1"), json("{}"));
    try (RestClient client = client(seen::add)) {
      client.get().absPath("/api").execute();
      client.delete().absPath("/api").execute();
    }
    String host = server.address().substring("http://".length());
    assertThat(seen)
        .extracting(r -> r.code() + " " + r.method() + " " + r.host())
        .containsExactly("429 GET " + host, "200 GET " + host, "200 DELETE " + host);
    assertThat(seen).allMatch(r -> !r.took().isNegative());
  }

  @Test
  void requestWithoutAResponseIsObservedAsError() {
    server.then(cut());
    try (RestClient client = client(seen::add)) {
      assertThatThrownBy(() -> client.post().absPath("/api").execute())
          .isInstanceOf(RequestFailedException.class);
    }
    assertThat(seen).extracting(RequestObserver.Ended::codeLabel).containsExactly("<error>");
  }

  @Test
  void observerThatFailsDoesNotFailTheRequest() {
    RequestObserver failing =
        _ -> {
          throw new IllegalStateException("registry is closed");
        };
    try (RestClient client = client(failing)) {
      assertThat(client.get().absPath("/api").execute().statusCode()).isEqualTo(200);
    }
  }

  /// Records its calls.
  private static final class Diary implements RequestObserver {
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Override
    public void ended(Ended request) {
      told.add("ended " + request.codeLabel());
    }

    @Override
    public void retried(Ended request) {
      told.add("retried " + request.codeLabel());
    }

    @Override
    public void completed(String method, String host, Duration took) {
      told.add("completed " + method + (took.isNegative() ? " too early" : ""));
    }

    @Override
    public void waited(String method, String host, Duration time) {
      told.add("waited " + method + (time.isNegative() ? " too short" : ""));
    }

    @Override
    public void sent(String method, String host, long bytes) {
      told.add("sent " + bytes);
    }

    @Override
    public void received(String method, String host, long bytes) {
      told.add("received " + bytes);
    }
  }

  @Test
  void callIsObservedWithRetriesSizesAndTheRateLimiter() {
    Diary diary = new Diary();
    server.then(busy(429, "1"), json("{\"a\":1}"));
    try (RestClient client = client(diary).withRateLimiter(RateLimiter.NONE)) {
      client.put().absPath("/api").body(new byte[5]).execute();
    }
    assertThat(diary.told)
        .containsExactly(
            "waited PUT",
            "ended 429",
            "sent 5",
            "waited PUT",
            "ended 200",
            "retried 200",
            "sent 5",
            "received 7",
            "completed PUT");
  }

  @Test
  void refusedAndFailedCallsAreCompletedOnce() {
    Diary diary = new Diary();
    server.then(answer(404, "", "gone"), cut());
    try (RestClient client = client(diary)) {
      assertThatThrownBy(() -> client.post().absPath("/api").execute())
          .isInstanceOf(ApiException.class);
      assertThatThrownBy(() -> client.post().absPath("/api").execute())
          .isInstanceOf(RequestFailedException.class);
    }
    assertThat(diary.told)
        .containsExactly(
            "ended 404",
            "sent 0",
            "received 4",
            "completed POST",
            "ended <error>",
            "sent 0",
            "completed POST");
  }

  @Test
  void streamIsCompletedWithTheHeadOfItsResponseAndItsSizeLeftOut() throws Exception {
    Diary diary = new Diary();
    server.then(json("log"));
    try (RestClient client = client(diary);
        var stream = client.get().absPath("/log").stream()) {
      assertThat(diary.told).containsExactly("ended 200", "completed GET");
      assertThat(stream.readAllBytes()).hasSize(3);
    }
    assertThat(diary.told).hasSize(2);
  }

  @Test
  void severalObserversAreAllTold() {
    Diary one = new Diary();
    Diary two = new Diary();
    try (RestClient client = client(RequestObserver.all(one, two))) {
      client.get().absPath("/api").execute();
    }
    assertThat(two.told).isEqualTo(one.told).contains("ended 200", "received 2", "completed GET");
  }
}
