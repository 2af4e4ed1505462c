package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.drover.api.RawExtension;
import dev.drover.certificates.CertificateAuthority;
import dev.drover.certificates.Tls;
import dev.drover.schema.TreeNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// How webhooks are reached, and what slow, broken and circular ones do to requests. What they are
/// sent and what their answers mean is compared with kube-apiserver in `WebhooksConformanceTest`.
class WebhookCallsTest {
  private static final String CONFIGURATIONS =
      "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final List<AutoCloseable> open = new ArrayList<>();
  private final CertificateAuthority authority =
      new CertificateAuthority("hooks", InstantSource.system());
  private EmbeddedApiServer server;
  private Https admin;

  @BeforeEach
  void start() {
    server = EmbeddedApiServer.start();
    admin = Https.asAdmin(server);
  }

  @AfterEach
  void stop() throws Exception {
    admin.close();
    server.close();
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  /// Starts a server with certificates for the names.
  private int serve(HttpHandler handler, String... names) throws IOException {
    InetAddress local = InetAddress.getByName("127.0.0.1");
    HttpsServer hooks = HttpsServer.create(new InetSocketAddress(local, 0), 0);
    hooks.setHttpsConfigurator(
        new HttpsConfigurator(
            Tls.forServer(
                authority.forServer(
                    names.length == 0 ? List.of("localhost") : List.of(names), List.of(local)),
                authority.certificatePem())));
    hooks.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    hooks.createContext("/", handler);
    hooks.start();
    open.add(() -> hooks.stop(0));
    return hooks.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, boolean allowed) throws IOException {
    try (exchange) {
      byte[] review = review(exchange, allowed);
      exchange.sendResponseHeaders(200, review.length);
      exchange.getResponseBody().write(review);
    }
  }

  private static byte[] review(HttpExchange exchange, boolean allowed) throws IOException {
    String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    TreeNode request = TreeNode.view((Map<?, ?>) RawExtension.ofJson(sent).tree()).at("request");
    return ("{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\",\"response\":{"
            + "\"uid\":\"%s\",\"allowed\":%s}}".formatted(request.text("uid"), allowed))
        .getBytes(StandardCharsets.UTF_8);
  }

  private void configure(String clientConfig, int seconds) throws Exception {
    String bundle =
        Base64.getEncoder()
            .encodeToString(authority.certificatePem().getBytes(StandardCharsets.US_ASCII));
    Https.Reply made =
        admin.post(
            CONFIGURATIONS,
            """
            {"metadata":{"name":"w"},"webhooks":[{"name":"a.example.com","sideEffects":"None",
            "admissionReviewVersions":["v1"],"timeoutSeconds":%d,
            "clientConfig":{%s,"caBundle":"%s"},
            "objectSelector":{"matchLabels":{"checked":"yes"}},
            "rules":[{"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],
            "resources":["configmaps"]}]}]}
            """
                .formatted(seconds, clientConfig, bundle));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.headers()).doesNotContainKey("warning");
  }

  private Https.Reply create(String name) throws Exception {
    return admin.post(
        MAPS, "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"checked\":\"yes\"}}}");
  }

  private static String url(int port) {
    return "\"url\":\"https://127.0.0.1:" + port + "/hook\"";
  }

  private static final String SERVICE =
      "\"service\":{\"namespace\":\"hooks\",\"name\":\"guard\",\"path\":\"/hook\"}";

  @Test
  void serviceReferenceLeadsToItsMappedPort() throws Exception {
    int port = serve(exchange -> answer(exchange, false), "guard.hooks.svc");
    server.service("hooks/guard", port);
    configure(SERVICE, 10);
    assertThat(create("a").at("message"))
        .isEqualTo("admission webhook \"a.example.com\" denied the request without explanation");
  }

  @Test
  void serviceWithoutMappedPortIsAnErrorThatSaysHowToMapIt() throws Exception {
    configure(SERVICE, 10);
    Https.Reply refused = create("a");
    assertThat(refused.status()).isEqualTo(500);
    assertThat((String) refused.at("message"))
        .startsWith(
            "Internal error occurred: failed calling webhook \"a.example.com\": failed to call"
                + " webhook: Post \"https://guard.hooks.svc:443/hook?timeout=10s\": service"
                + " \"guard\" not found")
        .contains("EmbeddedApiServer.service(\"hooks/guard\", port)");
  }

  @Test
  void serviceNamesAndPortsAreChecked() {
    assertThatThrownBy(() -> server.service("guard", 1)).hasMessageContaining("namespace/name");
    assertThatThrownBy(() -> server.service("a/b/c", 1)).hasMessageContaining("namespace/name");
    assertThatThrownBy(() -> server.service("a/b", 0)).hasMessageContaining("65535");
  }

  @Test
  void certificateOfAnotherNameIsRefused() throws Exception {
    int port = serve(exchange -> answer(exchange, true), "other.hooks.svc");
    server.service("hooks/guard", port);
    configure(SERVICE, 10);
    assertThat((String) create("a").at("message"))
        .contains(
            "tls: failed to verify certificate: x509: certificate is valid for other.hooks.svc,"
                + " not guard.hooks.svc");
  }

  @Test
  void webhookConfigurationAppliesFromItsWriteToItsDeletion() throws Exception {
    int port = serve(exchange -> answer(exchange, false));
    assertThat(create("a").status()).isEqualTo(201);
    configure(url(port), 10);
    assertThat(create("b").status()).isEqualTo(400);
    admin.delete(CONFIGURATIONS + "/w");
    assertThat(create("b").status()).isEqualTo(201);
  }

  @Test
  void webhookConnectionsAreReused() throws Exception {
    Set<Integer> clients = ConcurrentHashMap.newKeySet();
    int port =
        serve(
            exchange -> {
              clients.add(exchange.getRemoteAddress().getPort());
              answer(exchange, true);
            });
    configure(url(port), 10);
    for (int i = 0; i < 5; i++) {
      assertThat(create("c" + i).status()).isEqualTo(201);
    }
    assertThat(clients).hasSize(1);
  }

  @Test
  void slowWebhookDelaysOnlyItsOwnRequest() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    int port =
        serve(
            exchange -> {
              entered.countDown();
              try {
                release.await(30, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              answer(exchange, true);
            });
    configure(url(port), 30);
    CompletableFuture<Integer> slow = CompletableFuture.supplyAsync(() -> status("slow"));
    assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(admin.post(MAPS, "{\"metadata\":{\"name\":\"free\"}}").status()).isEqualTo(201);
    assertThat(admin.get(MAPS + "/free").status()).isEqualTo(200);
    assertThat(slow).isNotDone();
    release.countDown();
    assertThat(slow.get(20, TimeUnit.SECONDS)).isEqualTo(201);
  }

  private int status(String name) {
    try {
      return create(name).status();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void webhookTimeoutBoundsASlowlySentResponse() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    open.add(done::countDown);
    int port =
        serve(
            exchange -> {
              exchange.getRequestBody().readAllBytes();
              exchange.sendResponseHeaders(200, 100_000);
              try {
                while (!done.await(50, TimeUnit.MILLISECONDS)) {
                  exchange.getResponseBody().write(' ');
                  exchange.getResponseBody().flush();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    configure(url(port), 1);
    Instant begin = Instant.now();
    Https.Reply refused = create("a");
    assertThat(refused.status()).isEqualTo(500);
    assertThat((String) refused.at("message"))
        .endsWith("/hook?timeout=1s\": context deadline exceeded");
    assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void webhookThatWritesToTheServerDoesNotDeadlock() throws Exception {
    AtomicInteger depth = new AtomicInteger();
    int port =
        serve(
            exchange -> {
              int level = depth.incrementAndGet();
              if (level < 4) {
                assertThat(status("nested-" + level)).isEqualTo(201);
              }
              answer(exchange, true);
            });
    configure(url(port), 20);
    assertThat(create("outer").status()).isEqualTo(201);
    assertThat(depth).hasValue(4);
    assertThat(admin.get(MAPS + "/nested-3").status()).isEqualTo(200);
  }

  @Test
  @Tag("slow")
  void recursiveWebhookEndsWithItsTimeout() throws Exception {
    int port =
        serve(
            exchange -> {
              // The JDK's server closes connections when too many are open. The innermost webhook
              // then stays silent, so that only the time-out of the outermost one ends the circle.
              if (status("again-" + System.nanoTime()) == 201) {
                answer(exchange, true);
              }
            });
    configure(url(port), 2);
    assertThat(create("outer").status()).isEqualTo(500);
    admin.delete(CONFIGURATIONS + "/w");
    assertThat(create("after").status()).isEqualTo(201);
  }

  @Test
  void webhookResponseBeyondTheSizeLimitIsRefused() throws Exception {
    int port =
        serve(
            exchange -> {
              exchange.getRequestBody().readAllBytes();
              exchange.sendResponseHeaders(200, 1L << 40);
              exchange.getResponseBody().write(new byte[1024]);
              exchange.getResponseBody().flush();
            });
    configure(url(port), 10);
    assertThat((String) create("a").at("message")).contains("more than 33554432 bytes");
  }
}
