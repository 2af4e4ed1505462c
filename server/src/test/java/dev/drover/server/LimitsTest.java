package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.http.Limits;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class LimitsTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @Test
  void aBodyThatIsTooLargeIsA413() throws Exception {
    var options =
        EmbeddedApiServer.Options.defaults().withLimits(Limits.DEFAULT.withBodyBytes(1000));
    try (var server = EmbeddedApiServer.start(options);
        var admin = Https.asAdmin(server)) {
      var reply = admin.post(CONFIG_MAPS, "x".repeat(1001));
      assertThat(reply.status()).isEqualTo(413);
      assertThat(reply.at("reason")).isEqualTo("RequestEntityTooLarge");
      assertThat(reply.at("message")).isEqualTo("Request entity too large: limit is 1000");
      assertThat(admin.get(CONFIG_MAPS).status()).isEqualTo(200);
    }
  }

  @Test
  void aHeaderThatIsTooLargeIsA431() throws Exception {
    var options =
        EmbeddedApiServer.Options.defaults().withLimits(Limits.DEFAULT.withHeaderBytes(4000));
    try (var server = EmbeddedApiServer.start(options);
        var admin = Https.overHttp1(server)) {
      var reply = admin.get(CONFIG_MAPS, "X-Large", "x".repeat(5000));
      assertThat(reply.status()).isEqualTo(431);
      assertThat(reply.text()).isEqualTo("431 Request Header Fields Too Large");
    }
  }

  @Test
  void aWatchMayBeQuietForLongerThanConnectionsMayBeIdle() throws Exception {
    var idle = Duration.ofMillis(200);
    var options = EmbeddedApiServer.Options.defaults().withLimits(Limits.DEFAULT.withIdle(idle));
    try (var server = EmbeddedApiServer.start(options);
        var overHttp2 = Https.asAdmin(server);
        var overHttp1 = Https.overHttp1(server);
        var events2 = overHttp2.events(CONFIG_MAPS + "?watch=1");
        var events1 = overHttp1.events(CONFIG_MAPS + "?watch=1")) {
      LockSupport.parkNanos(idle.toNanos() * 4); // there is nothing to wait for but time itself
      try (var writer = Https.asAdmin(server)) {
        writer.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
      }
      assertThat(events2.readLine()).contains("ADDED");
      assertThat(events1.readLine()).contains("ADDED");
    }
  }

  @Test
  void manyWatchesShareAConnection() throws Exception {
    try (var server = EmbeddedApiServer.start();
        var admin = Https.asAdmin(server)) {
      var first = admin.events(CONFIG_MAPS + "?watch=1");
      var second = admin.events(CONFIG_MAPS + "?watch=1");
      admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
      assertThat(first.readLine()).contains("ADDED");
      assertThat(second.readLine()).contains("ADDED");
    }
  }
}
