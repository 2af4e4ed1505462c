package dev.drover.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.client.ManualTime;
import dev.drover.model.core.v1.ServiceAccount;
import dev.drover.model.rbac.v1.ClusterRole;
import dev.drover.model.rbac.v1.ClusterRoleBinding;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.StartException;
import dev.drover.runtime.webhook.WebhookCaller;
import dev.drover.server.EmbeddedApiServer;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Health, readiness and metrics of a manager, over HTTP and HTTPS.
class HealthServerTest {
  private static final String RBAC = "rbac.authorization.k8s.io";

  private static ManualTime clock;
  private static EmbeddedApiServer server;
  private static Client client;

  private final WebhookCaller caller = new WebhookCaller();

  @BeforeAll
  static void startServer() {
    clock = new ManualTime(Instant.now()); // certificates are checked by the clock of the system
    server =
        EmbeddedApiServer.start(EmbeddedApiServer.Options.defaults().with(o -> o.clock(clock)));
    client = Client.connect(config());
    client.create(
        ClusterRole.named("metrics-reader")
            .with(r -> r.addRule(p -> p.nonResourceURLs("/metrics").verbs("get"))));
  }

  @AfterAll
  static void stopServer() {
    client.close();
    server.close();
  }

  private static ClientConfig config() {
    return ClientConfig.fromKubeconfig(server.kubeconfig().getBytes(StandardCharsets.UTF_8));
  }

  private static Manager manager(Consumer<ManagerOptions.Builder> how) {
    return Manager.connect("healthy", config(), ManagerOptions.defaults().with(how));
  }

  private static Manager protecting(ManualTime time) throws Exception {
    return manager(
            o ->
                o.time(time)
                    .metrics(() -> "up 1\n")
                    .health(h -> h.loopback().port(0).protectMetrics()))
        .start();
  }

  private static String get(Manager manager, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + manager.healthPort().orElseThrow() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    try (HttpClient http = HttpClient.newHttpClient()) {
      var answer = http.send(request.build(), BodyHandlers.ofString());
      return answer.statusCode() + " " + answer.body();
    }
  }

  private static String scrape(Manager manager, String token) throws Exception {
    return get(manager, "/metrics", "Authorization", "Bearer " + token);
  }

  private static void mayReadMetrics(String kind, String name, String namespace) {
    client.create(
        ClusterRoleBinding.named("metrics-" + name)
            .with(
                b ->
                    b.roleRef(r -> r.apiGroup(RBAC).kind("ClusterRole").name("metrics-reader"))
                        .addSubject(
                            s -> {
                              s.kind(kind).name(name);
                              if (namespace.isEmpty()) {
                                s.apiGroup(RBAC);
                              } else {
                                s.namespace(namespace);
                              }
                            })));
  }

  @Test
  void protectedMetricsAreServedToAUserThatMayReadThem() throws Exception {
    mayReadMetrics("User", "prometheus", "");
    String token = server.addUser("prometheus").token().orElseThrow();
    try (Manager manager = protecting(new ManualTime())) {
      assertThat(scrape(manager, token)).isEqualTo("200 up 1\n");
      assertThat(scrape(manager, token)).as("from the cache").isEqualTo("200 up 1\n");
    }
  }

  @Test
  void protectedMetricsAreRefusedToAUserThatMayNotReadThem() throws Exception {
    String token = server.addUser("mallory").token().orElseThrow();
    ManualTime time = new ManualTime();
    try (Manager manager = protecting(time)) {
      assertThat(scrape(manager, token))
          .startsWith("403 ")
          .contains("Authorization denied for user mallory");
      mayReadMetrics("User", "mallory", "");
      assertThat(scrape(manager, token)).as("kept for 30 s").startsWith("403 ");
      time.advance(Duration.ofSeconds(30));
      assertThat(scrape(manager, token)).startsWith("200 ");
    }
  }

  @Test
  void protectedMetricsAreRefusedWithoutATokenThatTheServerKnows() throws Exception {
    try (Manager manager = protecting(new ManualTime())) {
      assertThat(get(manager, "/metrics")).startsWith("401 ");
      assertThat(scrape(manager, "made-up")).startsWith("401 ");
      assertThat(scrape(manager, "")).startsWith("401 ");
      assertThat(get(manager, "/metrics", "Authorization", "Basic eDp5")).startsWith("401 ");
      assertThat(get(manager, "/healthz")).as("the kubelet has no token").isEqualTo("200 ok");
    }
  }

  @Test
  void protectedMetricsAreRefusedOnceATokenHasExpired() throws Exception {
    client.create(ServiceAccount.named("default", "scraper"));
    mayReadMetrics("ServiceAccount", "scraper", "default");
    String token =
        client
            .resources(ServiceAccount.class)
            .inNamespace("default")
            .token("scraper", Duration.ofMinutes(10));
    ManualTime time = new ManualTime();
    try (Manager manager = protecting(time)) {
      assertThat(scrape(manager, token)).startsWith("200 ");
      clock.advance(Duration.ofMinutes(11));
      server.clockChanged();
      assertThat(scrape(manager, token)).as("kept for a minute").startsWith("200 ");
      time.advance(Duration.ofMinutes(1));
      assertThat(scrape(manager, token)).startsWith("401 ");
    }
  }

  @Test
  void endpointsAreServedOverTlsIfThereIsACertificate() throws Exception {
    try (Manager manager =
        manager(o -> o.health(h -> h.loopback().port(0).certificate(caller.newCertificate())))) {
      manager.start();
      int port = manager.healthPort().orElseThrow();
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/healthz"));
      assertThat(caller.send(request).body()).isEqualTo("ok");
      assertThatThrownBy(() -> get(manager, "/healthz")).isInstanceOf(java.io.IOException.class);
    }
  }

  @Test
  void missingCertificateKeepsTheManagerFromStartingAndNamesTheRemedy(@TempDir Path folder) {
    try (Manager manager = manager(o -> o.health(h -> h.port(0).certificates(folder)))) {
      assertThatThrownBy(manager::start)
          .isInstanceOf(StartException.class)
          .hasMessageContaining("tls.crt")
          .hasMessageContaining("ManagerOptions.health(h -> h.certificates(folder))");
    }
  }

  @Test
  void healthCheckAndReadyCheckDecideTheAnswersOfTheirEndpoints() throws Exception {
    AtomicBoolean healthy = new AtomicBoolean();
    AtomicBoolean ready = new AtomicBoolean();
    try (Manager manager =
        manager(
            o ->
                o.health(h -> h.loopback().port(0))
                    .healthCheck("disk", () -> require(healthy, "a secret reason"))
                    .readyCheck("peers", () -> require(ready, "a secret reason")))) {
      manager.start();
      assertThat(get(manager, "/healthz"))
          .isEqualTo("500 [+]ping ok\n[-]disk failed: reason withheld\nhealthz check failed\n");
      assertThat(get(manager, "/healthz/ping")).isEqualTo("200 ok");
      assertThat(get(manager, "/healthz/disk")).startsWith("500 ");
      assertThat(get(manager, "/healthz?exclude=disk")).isEqualTo("200 ok");
      assertThat(get(manager, "/readyz/peers")).startsWith("500 ");
      healthy.set(true);
      ready.set(true);
      assertThat(get(manager, "/healthz")).isEqualTo("200 ok");
      assertThat(get(manager, "/readyz")).isEqualTo("200 ok");
    }
  }

  private static void require(AtomicBoolean condition, String reason) {
    if (!condition.get()) {
      throw new IllegalStateException(reason);
    }
  }

  @Test
  void healthPortIsEmptyUntilTheServerListensAndAfterItHasStopped() throws Exception {
    List<OptionalInt> seen = new ArrayList<>();
    Manager closed;
    CountDownLatch probed = new CountDownLatch(1);
    try (Manager manager = manager(o -> o.health(h -> h.loopback().port(0)))) {
      closed = manager;
      seen.add(manager.healthPort());
      Thread poll =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (manager.healthPort().isEmpty()) { // during the start, too
                      Thread.onSpinWait();
                    }
                    probed.countDown();
                  });
      manager.start();
      probed.await();
      poll.join();
      seen.add(manager.healthPort());
    }
    assertThat(seen.getFirst()).isEmpty();
    assertThat(seen.getLast()).isPresent();
    assertThat(closed.healthPort()).isEmpty();
  }

  @Test
  void silentConnectionsDoNotKeepProbesOut() throws Exception {
    List<Socket> silent = new ArrayList<>();
    try (Manager manager =
        manager(o -> o.health(h -> h.loopback().port(0).limits(l -> l.connections(10))))) {
      manager.start();
      int port = manager.healthPort().orElseThrow();
      for (int i = 0; i < 50; i++) {
        silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
      }
      assertThat(get(manager, "/healthz")).isEqualTo("200 ok");
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }
}
