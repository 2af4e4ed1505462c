package dev.drover.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ClientConfig;
import dev.drover.runtime.Component;
import dev.drover.runtime.Cone;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Phase;
import dev.drover.runtime.StartException;
import dev.drover.server.EmbeddedApiServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Webhooks as a part of a manager.
class WebhookManagerTest {
  private static EmbeddedApiServer server;

  private final WebhookCaller caller = new WebhookCaller();

  @BeforeAll
  static void startServer() {
    server = EmbeddedApiServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  private static Manager manager(Consumer<WebhookOptions.Builder> how) {
    return Manager.connect(
        "hooked",
        ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8)),
        ManagerOptions.defaults().with(o -> o.health(0).webhooks(how)));
  }

  private static Webhook<Cone> allowing() {
    return Webhook.validate(Cone.class, _ -> AdmissionResponse.allow());
  }

  @Test
  void webhooksListenBeforeCachesStartAndUntilTheManagerStops() throws Exception {
    OptionalInt[] seen = new OptionalInt[2];
    Manager hooked = manager(o -> o.port(0).certificate(caller.newCertificate()));
    try (Manager manager = hooked) {
      manager.add(
          Phase.CACHE,
          new Component() {
            @Override
            public String name() {
              return "probe";
            }

            @Override
            public void start() throws Exception {
              seen[0] = manager.webhookPort();
              assertThat(readyz(manager)).isEqualTo(200);
            }

            @Override
            public void stop(Duration grace) {
              seen[1] = manager.webhookPort();
            }
          });
      manager.webhooks(allowing());
      assertThat(manager.webhookPort()).isEmpty();
      manager.start();
      manager.webhooks(allowing().at("/later"));
      String review = WebhookCaller.review("CREATE", "\"object\": " + WebhookCaller.cone(1));
      assertThat(caller.post(manager.webhookPort().orElseThrow(), "/later", review).statusCode())
          .isEqualTo(200);
    }
    assertThat(seen[0]).isPresent();
    assertThat(seen[1]).isPresent();
    assertThat(hooked.webhookPort()).isEmpty();
  }

  private static int readyz(Manager manager) throws Exception {
    URI uri =
        URI.create("http://localhost:" + manager.healthPort().orElseThrow() + "/readyz/webhooks");
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
          .statusCode();
    }
  }

  @Test
  void managerThatCannotServeItsWebhooksDoesNotStart(@TempDir Path folder) {
    try (Manager manager = manager(o -> o.port(0).certificates(folder))) {
      manager.webhooks(allowing());
      assertThatThrownBy(manager::start)
          .isInstanceOf(StartException.class)
          .hasMessageContaining("webhooks on")
          .hasMessageContaining("tls.crt");
    }
  }

  @Test
  void managerWithoutWebhooksNeedsNoCertificate() throws Exception {
    try (Manager manager = manager(_ -> {})) {
      manager.start();
      assertThat(manager.webhookPort()).isEmpty();
      assertThat(readyz(manager)).isEqualTo(200);
    }
  }
}
