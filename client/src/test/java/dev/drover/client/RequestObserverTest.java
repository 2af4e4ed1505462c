package dev.drover.client;

import static dev.drover.client.ScriptedServer.busy;
import static dev.drover.client.ScriptedServer.cut;
import static dev.drover.client.ScriptedServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
