package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.model.core.v1.Pod;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LogOptionsTest {

  private static String asked(LogOptions options) throws IOException {
    try (var server = new ScriptedServer(ScriptedServer.answer(200, "", "one\ntwo\n"));
        Client client = Client.over(RestClient.of(server.config()))) {
      try (InputStream log =
          client.resources(Pod.class).inNamespace("shop").logs("web-0", options)) {
        assertThat(new String(log.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("one\ntwo\n");
      }
      return server.seen().getFirst().line();
    }
  }

  @Test
  void defaultsAskForTheWholeLog() throws IOException {
    assertThat(asked(LogOptions.defaults()))
        .isEqualTo("GET /api/v1/namespaces/shop/pods/web-0/log HTTP/1.1");
    assertThat(LogOptions.defaults()).hasToString("LogOptions[]");
  }

  @Test
  void eachOptionIsAParameter() throws IOException {
    LogOptions options =
        LogOptions.defaults()
            .with(o -> o.container("web").follow(true).previous(true).timestamps(true))
            .with(o -> o.since(Duration.ofMillis(90_001)).tail(0).limitBytes(1000));
    assertThat(asked(options))
        .contains("container=web", "follow=true", "previous=true", "timestamps=true")
        .contains("sinceSeconds=91", "tailLines=0", "limitBytes=1000");
    assertThat(options.tail()).hasValue(0);
    assertThat(options.limitBytes()).hasValue(1000);
    assertThat(options.since()).contains(Duration.ofMillis(90_001));
    assertThat(options).asString().contains("container=web");
  }

  @Test
  void lastOfTheTwoStartsCounts() throws IOException {
    Instant noon = Instant.parse("2026-01-01T12:00:00Z");
    LogOptions byTime =
        LogOptions.defaults().with(o -> o.since(Duration.ofHours(1)).sinceTime(noon));
    assertThat(asked(byTime)).contains("sinceTime=2026-01-01T12").doesNotContain("sinceSeconds");
    assertThat(asked(byTime.with(o -> o.since(Duration.ZERO))))
        .contains("sinceSeconds=1")
        .doesNotContain("sinceTime");
  }

  @Test
  void valuesThatTheServerWouldRefuseAreRefusedHere() {
    assertThatThrownBy(() -> LogOptions.defaults().with(o -> o.tail(-1)))
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> LogOptions.defaults().with(o -> o.limitBytes(0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LogOptions.defaults().with(o -> o.since(Duration.ofSeconds(-1))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
