package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An API server that is registered with an `APIService`.
class AggregationTest {
  private static final String SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
  private static final String GROUP = "/apis/metrics.example.com";
  private static final String RESOURCES =
      """
      {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"metrics.example.com/v1","resources":[
      {"name":"loads","singularName":"load","namespaced":true,"kind":"Load","verbs":["get","list"],"shortNames":["ld"]},
      {"name":"loads/status","singularName":"","namespaced":true,"kind":"Load","verbs":["get"]}]}
      """;

  private final CertificateAuthority authority =
      new CertificateAuthority("backends", InstantSource.system());
  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private EmbeddedApiServer server;
  private Https admin;
  private HttpsServer backend;

  @BeforeEach
  void start() throws IOException {
    server = EmbeddedApiServer.start();
    admin = Https.asAdmin(server);
    InetAddress local = InetAddress.getByName("127.0.0.1");
    backend = HttpsServer.create(new InetSocketAddress(local, 0), 0);
    backend.setHttpsConfigurator(
        new HttpsConfigurator(
            Tls.forServer(
                authority.forServer(List.of("metrics.monitoring.svc"), List.of(local)),
                authority.certificatePem())));
    backend.setExecutor(workers);
    backend.createContext("/", AggregationTest::answer);
    backend.start();
  }

  @AfterEach
  void stop() {
    admin.close();
    server.close();
    backend.stop(0);
    workers.close();
  }

  /// Answers with what it serves, with events, or with what it was asked.
  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().toString();
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      if (path.equals(GROUP + "/v1")) {
        send(exchange, 200, RESOURCES);
      } else if (path.contains("watch=1")) {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write("{\"type\":\"ADDED\"}\n".getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
      } else {
        var headers = exchange.getRequestHeaders();
        send(
            exchange,
            exchange.getRequestMethod().equals("GET") ? 200 : 201,
            "{\"path\":\"%s\",\"user\":\"%s\",\"groups\":\"%s\",\"credentials\":%s,\"body\":\"%s\"}"
                .formatted(
                    path,
                    headers.getFirst("X-Remote-User"),
                    String.join(" ", headers.getOrDefault("X-Remote-Group", List.of())),
                    headers.containsKey("Authorization"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
      }
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void register(String trust) throws Exception {
    var made =
        admin.post(
            SERVICES,
            """
            {"metadata":{"name":"v1.metrics.example.com"},"spec":{"group":"metrics.example.com","version":"v1",
            "groupPriorityMinimum":100,"versionPriority":10,
            "service":{"namespace":"monitoring","name":"metrics"},%s}}
            """
                .formatted(trust));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
  }

  private String caBundle() {
    return "\"caBundle\":\""
        + Base64.getEncoder()
            .encodeToString(authority.certificatePem().getBytes(StandardCharsets.US_ASCII))
        + '"';
  }

  private void awaitCondition(String status, String reason) throws Exception {
    Eventually.await(
        () -> {
          var service = admin.get(SERVICES + "/v1.metrics.example.com");
          assertThat(service.at("status", "conditions", "0", "status")).isEqualTo(status);
          assertThat(service.at("status", "conditions", "0", "reason")).isEqualTo(reason);
        });
  }

  private void startAvailable() throws Exception {
    server.service("monitoring/metrics", backend.getAddress().getPort());
    register(caBundle());
    awaitCondition("True", "Passed");
  }

  @Test
  void requestsReachTheBackendWithTheUserAndWithoutCredentials() throws Exception {
    startAvailable();
    var got =
        admin.get(
            GROUP + "/v1/namespaces/a%20b/loads?limit=1&labelSelector=a%3Db",
            "Authorization",
            "Bearer " + server.admin().token().orElseThrow());
    assertThat(got.status()).isEqualTo(200);
    assertThat(got.at("path"))
        .isEqualTo(GROUP + "/v1/namespaces/a%20b/loads?limit=1&labelSelector=a%3Db");
    assertThat(got.at("user")).isEqualTo(server.admin().name());
    assertThat(String.valueOf(got.at("groups"))).contains("system:masters", "system:authenticated");
    assertThat(got.at("credentials")).isEqualTo(false);
    var made = admin.post(GROUP + "/v1/namespaces/a/loads", "some text");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.at("body")).isEqualTo("some text");
  }

  @Test
  void eventsOfAWatchPassThrough() throws Exception {
    startAvailable();
    try (var events = admin.events(GROUP + "/v1/loads?watch=1")) {
      assertThat(events.readLine()).isEqualTo("{\"type\":\"ADDED\"}");
    }
  }

  @Test
  void userWithoutPermissionDoesNotReachTheBackend() throws Exception {
    startAvailable();
    try (var jane = Https.as(server, server.addUser("jane"))) {
      assertThat(jane.get(GROUP + "/v1/loads").status()).isEqualTo(403);
    }
  }

  @Test
  void discoveryHasTheVersionsOfTheBackend() throws Exception {
    startAvailable();
    assertThat(admin.get("/apis").text()).contains("\"groupVersion\":\"metrics.example.com/v1\"");
    assertThat(admin.get(GROUP).at("preferredVersion", "version")).isEqualTo("v1");
    assertThat(admin.get(GROUP + "/v1").at("resources", "0", "name")).isEqualTo("loads");
    String all =
        admin
            .get(
                "/apis",
                "Accept",
                "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList")
            .text();
    assertThat(all)
        .contains(
            "\"resource\":\"loads\",\"responseKind\":{\"group\":\"metrics.example.com\",\"version\":\"v1\",\"kind\":\"Load\"},\"scope\":\"Namespaced\"",
            "\"subresource\":\"status\"");
  }

  @Test
  void serviceWithoutAPortIsUnavailableUntilItIsMapped() throws Exception {
    register(caBundle());
    awaitCondition("False", "ServiceNotFound");
    var refused = admin.get(GROUP + "/v1/loads");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.text()).isEqualTo("service unavailable\n");
    assertThat(admin.get("/apis").text()).doesNotContain("metrics.example.com");
    assertThat(admin.get("/metrics").text())
        .contains("aggregator_unavailable_apiservice{name=\"v1.metrics.example.com\"} 1\n");
    server.service("monitoring/metrics", backend.getAddress().getPort());
    awaitCondition("True", "Passed");
    assertThat(admin.get(GROUP + "/v1/loads").status()).isEqualTo(200);
  }

  @Test
  void backendOfAnUnknownAuthorityIsUnavailableUnlessAnyCertificateIsTrusted() throws Exception {
    server.service("monitoring/metrics", backend.getAddress().getPort());
    var other = new CertificateAuthority("other", InstantSource.system());
    register(
        "\"caBundle\":\""
            + Base64.getEncoder()
                .encodeToString(other.certificatePem().getBytes(StandardCharsets.US_ASCII))
            + '"');
    awaitCondition("False", "FailedDiscoveryCheck");
    admin.delete(SERVICES + "/v1.metrics.example.com");
    register("\"insecureSkipTLSVerify\":true");
    awaitCondition("True", "Passed");
  }

  @Test
  @Tag("slow")
  void removedRegistrationIsNoLongerServed() throws Exception {
    startAvailable();
    admin.delete(SERVICES + "/v1.metrics.example.com");
    assertThat(admin.get(GROUP + "/v1/loads").status()).isEqualTo(404);
    assertThat(admin.get("/apis").text()).doesNotContain("metrics.example.com");
  }
}
