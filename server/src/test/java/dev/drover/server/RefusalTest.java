package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A refused client reads the reason even while it still sends its body.
class RefusalTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void refusalArrivesForBodiesOfAnyLength(HttpClient.Version version) throws Exception {
    try (var server = EmbeddedApiServer.start();
        var nobody = Https.asNobody(server, version)) {
      for (int i = 0; i < 300; i++) {
        var reply = nobody.post(CONFIG_MAPS, "x".repeat(i * i * 2 + 1));
        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.at("reason")).isEqualTo("Forbidden");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
  void refusalOfALargeBodyNamesTheLimit(HttpClient.Version version) throws Exception {
    var options =
        EmbeddedApiServer.Options.defaults()
            .with(o -> o.limits(Limits.defaults().with(l -> l.bodyBytes(1000))));
    try (var server = EmbeddedApiServer.start(options);
        var admin = Https.asAdmin(server, version)) {
      for (int i = 0; i < 100; i++) {
        var reply = admin.post(CONFIG_MAPS, "x".repeat(1001 + i * 2000));
        assertThat(reply.status()).isEqualTo(413);
      }
    }
  }
}
