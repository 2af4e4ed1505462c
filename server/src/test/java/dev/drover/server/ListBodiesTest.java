package dev.drover.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Format;
import dev.drover.api.RawExtension;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lists are put together from the bytes of their items: they must not differ from what the items
/// are by themselves.
class ListBodiesTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
  private static final String METADATA = ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

  private final TreeCodec codec = new TreeCodec(SchemaTable.builtIn());

  @AutoClose private final EmbeddedApiServer server = EmbeddedApiServer.start();
  @AutoClose private final Https admin = Https.asAdmin(server);

  private void create(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      var reply =
          admin.post(
              CONFIG_MAPS,
              "{\"metadata\":{\"name\":\"m%d\",\"labels\":{\"own\":\"\"}},\"data\":{\"k\":\"<%d>\"}}"
                  .formatted(i, i));
      assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    }
  }

  private String own() {
    return CONFIG_MAPS + "?labelSelector=own";
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> items(Map<String, Object> list) {
    return (List<Map<String, Object>>) list.get("items");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> json(byte[] body) {
    return (Map<String, Object>)
        RawExtension.ofJson(new String(body, StandardCharsets.UTF_8)).tree();
  }

  /// The objects read one by one, without what items of a typed list do not have.
  private List<Map<String, Object>> singles(int count) throws Exception {
    List<Map<String, Object>> objects = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, Object> object = new TreeMap<>(json(admin.get(CONFIG_MAPS + "/m" + i).bytes()));
      object.remove("kind");
      object.remove("apiVersion");
      objects.add(object);
    }
    return objects;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void jsonListHasTheItemsAsTheyAreByThemselves(int count) throws Exception {
    create(count);
    for (int pass = 0; pass < 2; pass++) { // the second one finds the items encoded
      var reply = admin.get(own());
      assertThat(reply.text()).startsWith("{\"kind\":\"ConfigMapList\"").endsWith("]}\n");
      assertThat(reply.text()).doesNotContain("<", ">");
      assertThat(items(json(reply.bytes()))).isEqualTo(singles(count));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void protobufListHasTheSameItems(int count) throws Exception {
    create(count);
    var reply = admin.get(own(), "Accept", PROTOBUF);
    assertThat(reply.header("content-type")).isEqualTo(PROTOBUF);
    Map<String, Object> list = codec.decode(reply.bytes(), Format.PROTOBUF);
    assertThat(list).containsEntry("kind", "ConfigMapList").containsEntry("apiVersion", "v1");
    assertThat(list.get("metadata")).asString().contains("resourceVersion");
    assertThat(count == 0 ? List.of() : items(list)).isEqualTo(singles(count));
  }

  @Test
  void metadataListsSayWhatTheirItemsAreInJsonOnly() throws Exception {
    create(2);
    var json = json(admin.get(own(), "Accept", "application/json" + METADATA).bytes());
    assertThat(json).containsEntry("kind", "PartialObjectMetadataList");
    assertThat(items(json))
        .allSatisfy(item -> assertThat(item).containsEntry("kind", "PartialObjectMetadata"))
        .allSatisfy(item -> assertThat(item).doesNotContainKey("data"));
    var protobuf = admin.get(own(), "Accept", PROTOBUF + METADATA);
    Map<String, Object> list = codec.decode(protobuf.bytes(), Format.PROTOBUF);
    assertThat(items(list)).hasSize(2).allSatisfy(i -> assertThat(i).containsKey("metadata"));
  }

  @Test
  void pageSaysWhereItContinues() throws Exception {
    create(3);
    var page = json(admin.get(CONFIG_MAPS + "?labelSelector=own&limit=2").bytes());
    assertThat(items(page)).hasSize(2);
    assertThat(page.get("metadata")).asString().contains("continue");
    var indented = admin.get(own() + "&pretty=true");
    assertThat(indented.text()).contains("\n  ");
    assertThat(items(json(indented.bytes()))).isEqualTo(singles(3));
  }

  @Test
  void listShowsEachChangeAtOnce() throws Exception {
    create(1);
    assertThat(admin.get(own()).text()).contains("\\u003c0\\u003e");
    var patched =
        admin.send(
            "PATCH",
            CONFIG_MAPS + "/m0",
            "{\"data\":{\"k\":\"changed\"}}",
            "Content-Type",
            "application/merge-patch+json");
    assertThat(patched.status()).as(patched.text()).isEqualTo(200);
    assertThat(admin.get(own()).text()).contains("changed").doesNotContain("u003c0");
  }

  @Test
  void longListIsCompressedWhereTheClientAcceptsIt() throws Exception {
    String filler = "x".repeat(100_000);
    for (int i = 0; i < 2; i++) {
      admin.post(
          CONFIG_MAPS,
          "{\"metadata\":{\"name\":\"big%d\",\"labels\":{\"own\":\"\"}},\"data\":{\"k\":\"%s\"}}"
              .formatted(i, filler));
    }
    var plain = admin.get(own());
    assertThat(plain.header("content-length")).isEqualTo(String.valueOf(plain.bytes().length));
    var zipped = admin.get(own(), "Accept-Encoding", "gzip");
    assertThat(zipped.header("content-encoding")).isEqualTo("gzip");
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.bytes()))) {
      assertThat(in.readAllBytes()).isEqualTo(plain.bytes());
    }
  }
}
