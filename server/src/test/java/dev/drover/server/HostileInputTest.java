package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever clients send, they get an answer of the 400s, and the server goes on.
class HostileInputTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/yaml",
        "application/json-patch+json",
        "application/merge-patch+json",
        "application/strategic-merge-patch+json",
        "application/apply-patch+yaml"
      })
  void deepNestingIsRefused(String contentType) throws Exception {
    boolean isPatch = contentType.contains("patch");
    if (isPatch) {
      admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}");
    }
    for (String bracket : new String[] {"[", "{\"a\":"}) {
      var reply =
          admin.send(
              isPatch ? "PATCH" : "POST",
              CONFIG_MAPS + (isPatch ? "/a?fieldManager=m" : ""),
              bracket.repeat(100_000),
              "Content-Type",
              contentType);
      assertThat(reply.status()).as(reply.text()).isBetween(400, 499);
    }
    assertThat(admin.get(CONFIG_MAPS).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "null",
        "[]",
        "1e999999999",
        "{\"metadata\":{\"generation\":1e400}}",
        "{\"metadata\":{\"generation\":123456789012345678901234567890}}",
        "{\"metadata\":{\"name\":\"a\",\"name\":\"b\",\"labels\":{\"a\":{}}}}",
        "{\"metadata\":{\"name\":\"\\ud800\"}}",
        "{\"metadata\":{\"creationTimestamp\":\"9999999999-01-01T00:00:00Z\"}}",
        "{\"metadata\":{\"name\":\"../../etc/passwd\"}}",
        "{\"metadata\":{\"name\":\"a\",\"managedFields\":\"x\"}}",
        "{\"binaryData\":{\"a\":\"%%%\"}}"
      })
  void brokenJsonIsRefused(String json) throws Exception {
    var reply = admin.send("POST", CONFIG_MAPS, json, "Content-Type", "application/json");
    assertThat(reply.status()).as(reply.text()).isBetween(400, 499);
    assertThat(reply.at("kind")).isEqualTo("Status");
  }

  @Test
  void invalidUtf8IsRefusedOrReplaced() throws Exception {
    byte[] body =
        "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"?\"}}".getBytes(StandardCharsets.UTF_8);
    body[body.length - 4] = (byte) 0xff;
    var reply = admin.sendBytes("POST", CONFIG_MAPS, body, "Content-Type", "application/json");
    assertThat(reply.status()).as(reply.text()).isLessThan(500);
  }

  @Test
  void yamlAliasBombIsRefused() throws Exception {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append(
          "a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1)));
    }
    var reply =
        admin.send("POST", CONFIG_MAPS, bomb.toString(), "Content-Type", "application/yaml");
    assertThat(reply.status()).as(reply.text()).isBetween(400, 499);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/namespaces/default/configmaps/%2e%2e",
        "/api/v1/namespaces/default/configmaps/a%2Fb",
        "/api/v1/namespaces/default/configmaps/%00",
        "/api/v1/watch",
        "/api/v1/namespaces/default/configmaps?limit=99999999999999999999",
        "/api/v1/namespaces/default/configmaps?labelSelector=%00%ff",
        "/api/v1/namespaces/default/configmaps?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ"
      })
  void malformedPathsAndQueriesGetAResponse(String path) throws Exception {
    var reply = admin.get(path);
    assertThat(reply.status()).as(reply.text()).isBetween(400, 500);
    assertThat(admin.get(CONFIG_MAPS).status()).isEqualTo(200);
  }

  @Test
  void malformedProtobufIsRefused() throws Exception {
    for (String body : new String[] {"k8s\0", "k8s\0\n\377", "nonsense"}) {
      var reply =
          admin.sendBytes(
              "POST",
              CONFIG_MAPS,
              body.getBytes(StandardCharsets.ISO_8859_1),
              "Content-Type",
              "application/vnd.kubernetes.protobuf");
      assertThat(reply.status()).as(reply.text()).isBetween(400, 499);
    }
  }
}
