package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.certificates.Tls;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Damaged requests, by seeds: each gets an answer, none of them is the server's fault, and the
/// server goes on.
@Tag("slow")
class HostileRequestsTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
  private static final int ROUNDS = 60;

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  private record Sample(String method, String path, String type, String body) {}

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample(
              "POST",
              CONFIG_MAPS,
              "application/json",
              "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"b\",\"labels\":{\"a\":\"b\"}}}"),
          new Sample(
              "POST",
              CONFIG_MAPS + "?dryRun=All&fieldManager=m&fieldValidation=Strict",
              "application/yaml",
              "apiVersion: v1\n"
                  + "kind: ConfigMap\n"
                  + "metadata:\n"
                  + "  name: &n b\n"
                  + "data: {k: *n, l: \"m\"}\n"),
          new Sample(
              "PATCH",
              CONFIG_MAPS + "/a",
              "application/merge-patch+json",
              "{\"metadata\":{\"labels\":{\"x\":\"y\"}},\"data\":{\"k\":null}}"),
          new Sample(
              "PATCH",
              CONFIG_MAPS + "/a",
              "application/json-patch+json",
              "[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"k\":\"v\"}},{\"op\":\"move\",\"from\":\"/data/k\",\"path\":\"/data/l\"}]"),
          new Sample(
              "PATCH",
              DEPLOYMENTS + "/a",
              "application/strategic-merge-patch+json",
              "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"$patch\":\"delete\"}],\"$setElementOrder/containers\":[{\"name\":\"c\"}]}}}}"),
          new Sample(
              "PATCH",
              CONFIG_MAPS + "/c?fieldManager=m&force=true",
              "application/apply-patch+yaml",
              "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {k: v}\n"),
          new Sample(
              "DELETE",
              CONFIG_MAPS + "/c",
              "application/json",
              "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"gracePeriodSeconds\":0,\"propagationPolicy\":\"Orphan\"}"),
          new Sample(
              "POST",
              "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
              "application/json",
              "{\"metadata\":{\"name\":\"things.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":\"Cluster\",\"names\":{\"plural\":\"things\",\"kind\":\"Thing\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"additionalPrinterColumns\":[{\"name\":\"A\",\"type\":\"date\",\"jsonPath\":\".a[?(@.b)]\"}],\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^a+$\",\"default\":\"aa\"}}}}}]}}"),
          new Sample(
              "POST",
              "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
              "application/json",
              "{\"spec\":{\"resourceAttributes\":{\"verb\":\"list\",\"resource\":\"pods\",\"labelSelector\":{\"rawSelector\":\"a"
                  + " in (b)\"}}}}"));

  private static final List<String> QUERIES =
      List.of(
          "labelSelector=a%20in%20(b,c),!d&fieldSelector=metadata.name!%3Da",
          "limit=1&continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiJhIn0",
          "resourceVersion=1&resourceVersionMatch=Exact&timeoutSeconds=1",
          "watch=true&timeoutSeconds=1&sendInitialEvents=true&allowWatchBookmarks=true",
          "timeout=1s&pretty=true");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void corruptedBodiesAreA4xx(long seed) throws Exception {
    Random random = new Random(seed);
    admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
    for (int i = 0; i < ROUNDS; i++) {
      Sample sample = SAMPLES.get(random.nextInt(SAMPLES.size()));
      byte[] body = damaged(random, sample.body.getBytes(StandardCharsets.UTF_8));
      var reply = admin.sendBytes(sample.method, sample.path, body, "Content-Type", sample.type);
      String shown = sample + "\n" + new String(body, StandardCharsets.ISO_8859_1);
      boolean isUntyped = reply.text().contains("failed to create typed patch object");
      // Kubernetes, too, answers 500 to a configuration with fields that the kind does not have.
      assertThat(isUntyped ? 400 : reply.status())
          .as("%s%n%s", shown, reply.text())
          .isLessThan(500);
    }
    assertThat(admin.get(CONFIG_MAPS).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(longs = {4, 5, 6})
  void corruptedQueriesAreA4xx(long seed) throws Exception {
    Random random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      String query = QUERIES.get(random.nextInt(QUERIES.size()));
      String text =
          new String(
              damaged(random, query.getBytes(StandardCharsets.UTF_8)), StandardCharsets.ISO_8859_1);
      String legal = text.replaceAll("[^!-~]|[\"#<>\\\\^`{|}\\[\\]]|%(?![0-9a-fA-F]{2})", "%20");
      var reply = admin.get(CONFIG_MAPS + "?" + legal + "&timeoutSeconds=1");
      assertThat(reply.status()).as("%s%n%s", legal, reply.text()).isLessThan(500);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 8, 9})
  void corruptedRequestsGetAResponse(long seed) throws Exception {
    Random random = new Random(seed);
    String request =
        "GET /api/v1/namespaces?limit=1 HTTP/1.1\r\n"
            + "Host: localhost\r\n"
            + "Accept: application/json;q=0.5,*/*\r\n"
            + "Accept-Encoding: gzip\r\n"
            + "Impersonate-User: jane\r\n"
            + "Content-Length: 0\r\n";
    for (int i = 0; i < ROUNDS; i++) {
      byte[] head = damaged(random, request.getBytes(StandardCharsets.US_ASCII));
      String shown = new String(head, StandardCharsets.ISO_8859_1);
      try (Socket socket = connected()) {
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(head);
        socket
            .getOutputStream()
            .write("\r\nConnection: close\r\n\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        socket.shutdownOutput();
        assertThat(start(socket))
            .as(shown)
            .matches("HTTP/1\\.[01] [1-4][0-9][0-9]|HTTP/1\\.[01] 50[15]");
      }
    }
    assertThat(admin.get(CONFIG_MAPS).status()).isEqualTo(200);
  }

  private Socket connected() throws IOException {
    return Tls.forUser(server.caPem(), server.admin())
        .getSocketFactory()
        .createSocket(server.url().getHost(), server.url().getPort());
  }

  /// Version and status.
  private static String start(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    return new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
  }

  private static byte[] damaged(Random random, byte[] bytes) {
    byte[] changed = bytes.clone();
    for (int i = 0; i <= random.nextInt(3); i++) {
      int at = random.nextInt(changed.length);
      int length = Math.min(changed.length - at, 1 + random.nextInt(6));
      switch (random.nextInt(4)) {
        case 0 -> changed[at] = (byte) random.nextInt(256);
        case 1 -> changed[at] = (byte) "{}[]\",:0\\&*-%;=/".charAt(random.nextInt(16));
        case 2 ->
            System.arraycopy(
                changed, random.nextInt(changed.length - length + 1), changed, at, length);
        default -> {
          byte[] shorter = new byte[Math.max(1, changed.length - length)];
          System.arraycopy(changed, 0, shorter, 0, Math.min(at, shorter.length));
          if (at < shorter.length) {
            System.arraycopy(
                changed, Math.min(changed.length, at + length), shorter, at, shorter.length - at);
          }
          changed = shorter;
        }
      }
    }
    return changed;
  }
}
