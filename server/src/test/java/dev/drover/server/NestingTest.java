package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Objects that nest deeply: what the server takes it also gives back, merges and changes; what is
/// deeper is a 400.
class NestingTest {
  private static final String OPENS = "/apis/example.com/v1/namespaces/default/opens";
  private static final String OPEN = OPENS + "/a";
  private static final int MOST = 250;
  private static final String MERGE = "application/merge-patch+json";
  private static final String APPLY = "application/apply-patch+yaml";

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  @BeforeEach
  void define() throws Exception {
    admin.post(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        """
        {"metadata":{"name":"opens.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
          "names":{"plural":"opens","kind":"Open"},"versions":[{"name":"v1","served":true,
          "storage":true,"schema":{"openAPIV3Schema":{"type":"object",
          "x-kubernetes-preserve-unknown-fields":true}}}]}}
        """);
    Eventually.await(() -> assertThat(admin.get(OPENS).status()).isEqualTo(200));
  }

  /// An object with so many levels.
  ///
  /// @param open what begins a level
  private static String nested(int levels, String open) {
    String close = open.equals("[") ? "]" : "}";
    return "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Open\",\"metadata\":{\"name\":\"a\"},"
        + "\"data\":"
        + open.repeat(levels - 1)
        + "1"
        + close.repeat(levels - 1)
        + "}";
  }

  private int create(String json, String type) throws Exception {
    return admin.send("POST", OPENS, json, "Content-Type", type).status();
  }

  private Https.Reply patch(String json, String type) throws Exception {
    String options = type.equals(APPLY) ? "?fieldManager=m&force=true" : "";
    return admin.send("PATCH", OPEN + options, json, "Content-Type", type);
  }

  private void assertReadable() throws Exception {
    for (String form :
        List.of(
            "application/json",
            "application/yaml",
            "application/json;as=Table;v=v1;g=meta.k8s.io",
            "application/json;as=PartialObjectMetadata%s;v=v1;g=meta.k8s.io")) {
      for (String path : List.of(OPENS, OPEN)) {
        String accept = form.formatted(path.equals(OPENS) ? "List" : "");
        Https.Reply reply = admin.get(path, "Accept", accept);
        assertThat(reply.status()).as(path + " as " + form + ": " + reply.text()).isEqualTo(200);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":"})
  void deepestObjectCanBeReadChangedAndDeleted(String open) throws Exception {
    for (String type : List.of("application/json", "application/yaml")) {
      assertThat(create(nested(MOST, open), type)).isEqualTo(201);
      assertReadable();
      String stored = admin.get(OPEN).text();
      assertThat(
              admin
                  .put(OPEN, stored.replace(":{\"name\"", ":{\"labels\":{\"l\":\"1\"},\"name\""))
                  .status())
          .isEqualTo(200);
      assertThat(patch("{\"metadata\":{\"labels\":{\"a\":\"1\"}}}", MERGE).status()).isEqualTo(200);
      Https.Reply applied = patch(nested(MOST, open), APPLY);
      assertThat(applied.status()).as(applied.text()).isEqualTo(200);
      assertThat(admin.put(OPEN, admin.get(OPEN).text()).status()).isEqualTo(200);
      assertThat(
              patch("[{\"op\":\"add\",\"path\":\"/x\",\"value\":1}]", "application/json-patch+json")
                  .status())
          .isEqualTo(200);
      assertReadable();
      assertThat(admin.delete(OPEN).status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {251, 260, 300, 301, 1_000, 9_999, 10_001, 100_000})
  void deeperObjectIsRefused(int levels) throws Exception {
    create(nested(2, "["), "application/json");
    for (String open : List.of("[", "{\"a\":")) {
      String json = nested(levels, open);
      assertThat(create(json.replace("\"a\"}", "\"b\"}"), "application/json")).isEqualTo(400);
      assertThat(create(json.replace("\"a\"}", "\"b\"}"), "application/yaml")).isEqualTo(400);
      assertThat(admin.put(OPEN, json).status()).isBetween(400, 422);
      assertThat(patch(json, MERGE).status()).isEqualTo(400);
      assertThat(patch(json, APPLY).status()).isEqualTo(400);
    }
    assertReadable();
  }

  @Test
  void refusalSaysHowDeepObjectsMayBe() throws Exception {
    for (int levels : new int[] {251, 301, 5_000}) {
      Https.Reply reply = admin.post(OPENS, nested(levels, "["));
      assertThat(String.valueOf(reply.at("message"))).contains("deeper than 250 levels");
    }
  }

  @Test
  void copiesOfCopiesAreRefusedWhenTheyAreTooDeep() throws Exception {
    admin.post(
        OPENS,
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Open\",\"metadata\":{\"name\":\"a\"},"
            + "\"data\":{\"x\":{\"y\":1}}}");
    for (int count : new int[] {9, 14, 18}) {
      StringBuilder operations = new StringBuilder();
      String at = "/data/x";
      for (int i = 0; i < count; i++) { // each twice as deep as the one before
        operations
            .append(operations.isEmpty() ? "[" : ",")
            .append("{\"op\":\"copy\",\"from\":\"/data\",\"path\":\"" + at + "\"}");
        at += "/x".repeat(1 << i);
      }
      Https.Reply reply = patch(operations + "]", "application/json-patch+json");
      assertThat(reply.status()).as(reply.text()).isEqualTo(400);
      assertThat(reply.text()).contains("deeper than 250 levels");
    }
    assertReadable();
  }

  @Test
  void deepProtobufIsRefused() throws Exception {
    // JSONSchemaProps.not, one in the other
    byte[] schema = {};
    for (int i = 0; i < 20_000; i++) {
      schema = message(24, schema);
    }
    byte[] definition =
        message(
            2,
            message(7, message(4, message(1, schema)))); // spec, versions, schema, openAPIV3Schema
    byte[] type =
        concat(
            message(1, "apiextensions.k8s.io/v1".getBytes(StandardCharsets.UTF_8)),
            message(2, "CustomResourceDefinition".getBytes(StandardCharsets.UTF_8)));
    byte[] body =
        concat(new byte[] {'k', '8', 's', 0}, concat(message(1, type), message(2, definition)));
    Https.Reply reply =
        admin.sendBytes(
            "POST",
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            body,
            "Content-Type",
            "application/vnd.kubernetes.protobuf");
    assertThat(reply.status()).as(reply.text()).isBetween(400, 499);
  }

  private static byte[] message(int field, byte[] content) {
    var out = new ByteArrayOutputStream();
    varint(out, field << 3 | 2);
    varint(out, content.length);
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int rest = value;
    while (rest >= 0x80) {
      out.write(rest & 0x7f | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  private static byte[] concat(byte[] one, byte[] two) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(one);
    out.writeBytes(two);
    return out.toByteArray();
  }
}
