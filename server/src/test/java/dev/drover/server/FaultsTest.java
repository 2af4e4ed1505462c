package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final RequestMatch CREATES =
      RequestMatch.any().verb("create").resource("configmaps");

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  @Test
  void faultRefusesOneRequestAndServesTheNext() throws Exception {
    var injection = server.faults().inject(CREATES, Fault.refuse(503, Duration.ofSeconds(7)), 1);

    var refused = admin.post(CONFIG_MAPS, named("a"));
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.at("reason")).isEqualTo("ServiceUnavailable");
    assertThat(refused.header("retry-after")).isEqualTo("7");
    assertThat(admin.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);

    assertThat(admin.post(CONFIG_MAPS, named("a")).status()).isEqualTo(201);
    assertThat(injection.hits()).isEqualTo(1);
  }

  @Test
  void faultAppliesOnlyToMatchingRequests() throws Exception {
    server
        .faults()
        .inject(
            CREATES.namespace("other").where(request -> request.user().equals("admin")),
            Fault.refuse(500));
    assertThat(admin.post(CONFIG_MAPS, named("a")).status()).isEqualTo(201);
  }

  @Test
  void faultAppliesUntilItIsClosed() throws Exception {
    try (var _ = server.faults().inject(CREATES, Fault.refuse(429))) {
      assertThat(admin.post(CONFIG_MAPS, named("a")).header("retry-after")).isEqualTo("1");
      assertThat(admin.post(CONFIG_MAPS, named("a")).status()).isEqualTo(429);
    }
    assertThat(admin.post(CONFIG_MAPS, named("a")).status()).isEqualTo(201);
  }

  @Test
  void connectionCutBeforeTheWriteLeavesTheStoreUnchanged() throws Exception {
    server.faults().inject(CREATES, Fault.cutBefore(), 1);
    assertThatThrownBy(() -> admin.post(CONFIG_MAPS, named("a"))).isInstanceOf(IOException.class);
    assertThat(admin.get(CONFIG_MAPS + "/a").status()).isEqualTo(404);
  }

  @Test
  void connectionCutAfterTheWriteKeepsTheWrite() throws Exception {
    server.faults().inject(CREATES, Fault.cutAfter(), 1);
    assertThatThrownBy(() -> admin.post(CONFIG_MAPS, named("a"))).isInstanceOf(IOException.class);
    assertThat(admin.get(CONFIG_MAPS + "/a").status()).isEqualTo(200);
  }

  @Test
  void delayedRequestIsServedLater() throws Exception {
    server.faults().inject(CREATES, Fault.delay(Duration.ofMillis(300)), 1);
    long start = System.nanoTime();
    assertThat(admin.post(CONFIG_MAPS, named("a")).status()).isEqualTo(201);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(300));
  }

  @Test
  void watchCutByAFaultCanBeResumed() throws Exception {
    for (Https client : new Https[] {admin, Https.overHttp1(server)}) {
      try (var events = client.events(CONFIG_MAPS + "?watch=1");
          var others = client.events("/api/v1/namespaces/default/secrets?watch=1")) {
        assertThat(server.faults().cutWatches("configmaps")).isEqualTo(1);
        assertThatThrownBy(events::readLine).isInstanceOf(IOException.class);
        if (client != admin) { // HTTP/2 has one connection for all
          client.close();
        }
        assertThat(others).isNotNull();
      }
    }
  }

  @Test
  void compactedResourceVersionIsExpired() throws Exception {
    String version = (String) admin.post(CONFIG_MAPS, named("a")).at("metadata", "resourceVersion");
    admin.post(CONFIG_MAPS, named("b"));
    server.faults().compact();
    try (var events = admin.events(CONFIG_MAPS + "?watch=1&resourceVersion=" + version)) {
      assertThat(events.readLine()).contains("\"ERROR\"", "\"Expired\"", "410");
    }
  }

  private static String named(String name) {
    return "{\"metadata\":{\"name\":\"" + name + "\"}}";
  }
}
