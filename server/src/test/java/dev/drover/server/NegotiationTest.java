package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Format;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NegotiationTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String A = CONFIG_MAPS + "/a";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  @BeforeEach
  void create() throws Exception {
    admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
  }

  @Test
  void responseIsJsonByDefault() throws Exception {
    var reply = admin.get(A);
    assertThat(reply.header("content-type")).isEqualTo("application/json");
    assertThat(reply.text()).startsWith("{").endsWith("}\n").doesNotContain("\n ");
  }

  @Test
  void protobufRoundTripsInItsEnvelope() throws Exception {
    var reply = admin.get(A, "Accept", PROTOBUF);
    assertThat(reply.header("content-type")).isEqualTo(PROTOBUF);
    var tree = new TreeCodec(SchemaTable.builtIn()).decode(reply.bytes(), Format.PROTOBUF);
    assertThat(tree).containsEntry("kind", "ConfigMap");

    var replaced = admin.sendBytes("PUT", A, reply.bytes(), "Content-Type", PROTOBUF);
    assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
    assertThat(replaced.at("data", "k")).isEqualTo("v");
  }

  @Test
  void yamlIsAcceptedAndReturned() throws Exception {
    var reply = admin.get(A, "Accept", "application/yaml");
    assertThat(reply.text()).contains("kind: ConfigMap\n", "data:\n  k: v\n");
    var created =
        admin.send(
            "POST",
            CONFIG_MAPS,
            "metadata:\n  name: b\ndata:\n  k: w\n",
            "Content-Type",
            "application/yaml");
    assertThat(created.status()).as(created.text()).isEqualTo(201);
    assertThat(created.at("data", "k")).isEqualTo("w");
  }

  @Test
  void acceptHeaderSelectsTheBestSupportedClause() throws Exception {
    assertThat(
            admin
                .get(A, "Accept", "text/html, application/yaml;q=0.5, application/json;q=0.8")
                .header("content-type"))
        .isEqualTo("application/json");
    assertThat(
            admin
                .get(A, "Accept", "application/json;as=Unheard;v=v1;g=meta.k8s.io,application/yaml")
                .header("content-type"))
        .isEqualTo("application/yaml");
  }

  @Test
  void unacceptableMediaTypeIsA406() throws Exception {
    var reply = admin.get(A, "Accept", "text/html");
    assertThat(reply.status()).isEqualTo(406);
    assertThat(reply.at("message")).asString().contains("application/json", PROTOBUF);
  }

  @Test
  void bodyInAnUnknownFormatIsA415() throws Exception {
    assertThat(admin.send("POST", CONFIG_MAPS, "x", "Content-Type", "text/html").status())
        .isEqualTo(415);
    assertThat(admin.send("PATCH", A, "x", "Content-Type", "text/html").status()).isEqualTo(415);
  }

  @Test
  void partialObjectMetadataIsReturnedOnRequest() throws Exception {
    String as = ";g=meta.k8s.io;v=v1";
    var object = admin.get(A, "Accept", "application/json;as=PartialObjectMetadata" + as);
    assertThat(object.at("kind")).isEqualTo("PartialObjectMetadata");
    assertThat(object.at("metadata", "name")).isEqualTo("a");
    assertThat(object.at("data")).isNull();
    var list =
        admin.get(CONFIG_MAPS, "Accept", "application/json;as=PartialObjectMetadataList" + as);
    assertThat(list.at("kind")).isEqualTo("PartialObjectMetadataList");
    assertThat(list.at("items", "0", "metadata", "name")).isEqualTo("a");
    var protobuf = admin.get(A, "Accept", PROTOBUF + ";as=PartialObjectMetadata" + as);
    assertThat(protobuf.header("content-type")).isEqualTo(PROTOBUF);
  }

  @Test
  void tableIsReturnedOnRequest() throws Exception {
    String accept = "application/json;as=Table;g=meta.k8s.io;v=v1";
    var table = admin.get(CONFIG_MAPS, "Accept", accept);
    assertThat(table.at("kind")).isEqualTo("Table");
    assertThat(table.at("columnDefinitions", "0", "name")).isEqualTo("Name");
    assertThat(table.at("rows", "0", "cells", "0")).isEqualTo("a");
    assertThat(table.at("rows", "0", "object", "kind")).isEqualTo("PartialObjectMetadata");
    assertThat(admin.get(A + "?includeObject=None", "Accept", accept).at("rows", "0", "object"))
        .isNull();
    try (var events = admin.events(CONFIG_MAPS + "?watch=1", "Accept", accept)) {
      assertThat(events.readLine()).contains("\"Table\"", "\"columnDefinitions\":[");
    }
  }

  @Test
  void browsersAndCurlGetIndentedJson() throws Exception {
    assertThat(admin.get(A + "?pretty=1").text()).contains("{\n  \"");
    assertThat(admin.get(A, "User-Agent", "curl/8").text()).contains("{\n  \"");
    assertThat(admin.get(A + "?pretty=false", "User-Agent", "curl/8").text()).doesNotContain("\n ");
  }

  @Test
  void largeResponsesAreCompressedForClientsThatAcceptGzip() throws Exception {
    assertThat(admin.get(A, "Accept-Encoding", "gzip").header("content-encoding")).isEmpty();
    String large = "x".repeat(200_000);
    admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"b\"},\"data\":{\"k\":\"" + large + "\"}}");
    var reply = admin.get(CONFIG_MAPS + "/b", "Accept-Encoding", "gzip");
    assertThat(reply.header("content-encoding")).isEqualTo("gzip");
    assertThat(reply.header("vary")).isEqualTo("Accept-Encoding");
    try (var in = new GZIPInputStream(new ByteArrayInputStream(reply.bytes()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).contains(large);
    }
    assertThat(admin.get(CONFIG_MAPS + "/b").header("content-encoding")).isEmpty();
  }

  @Test
  void everyResponseHasCacheControlAndAuditId() throws Exception {
    var reply = admin.get(A);
    assertThat(reply.header("cache-control")).isEqualTo("no-cache, private");
    assertThat(reply.header("audit-id")).hasSize(36);
    assertThat(admin.get(A, "Audit-Id", "mine").header("audit-id")).isEqualTo("mine");
  }

  @Test
  void unknownFieldsGiveAWarning() throws Exception {
    var warned = admin.post(CONFIG_MAPS, "{\"metadata\":{\"name\":\"c\"},\"spec\":\"ü\"}");
    assertThat(warned.status()).isEqualTo(201);
    assertThat(warned.header("warning")).isEqualTo("299 - \"unknown field \\\"spec\\\"\"");
    var refused =
        admin.post(
            CONFIG_MAPS + "?fieldValidation=Strict", "{\"metadata\":{\"name\":\"d\"},\"spec\":1}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.at("message")).asString().contains("unknown field \"spec\"");
  }
}
