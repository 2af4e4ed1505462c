package dev.drover.informer;

import static dev.drover.informer.Wire.JSON;
import static dev.drover.informer.Wire.map;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.ObjectKey;
import dev.drover.client.Client;
import dev.drover.model.core.v1.ConfigMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Informers against a server that answers nonsense: they sync with what makes sense, and go on.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("slow")
class HostileServerTest {
  private final ScriptedServer server = new ScriptedServer();
  private final Client client = server.client(c -> c.limits(l -> l.object(100_000).list(400_000)));
  private final Queue<String> events = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private SharedIndexInformer<ConfigMap> informer(
      String namespace, Consumer<CacheOptions.Builder<ConfigMap>> change) {
    SharedIndexInformer<ConfigMap> informer =
        SharedIndexInformer.of(
            client.resources(ConfigMap.class).inNamespace(namespace),
            CacheOptions.<ConfigMap>defaults().with(change));
    informer.addEventHandler(
        EventHandler.<ConfigMap>of()
            .onAdd(m -> events.add("add " + text(m)))
            .onUpdate((_, m) -> events.add("update " + text(m)))
            .onDelete(gone -> events.add("delete " + gone.key().name())));
    return informer.start();
  }

  private static String text(ConfigMap map) {
    return map.name() + "@" + map.metadata().resourceVersion();
  }

  private static void eventually(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it did not happen in time");
      }
      Thread.onSpinWait();
      Thread.yield();
    }
  }

  private static ScriptedServer.Act body(String text) {
    return ScriptedServer.answer(200, JSON.headers(), text.getBytes(StandardCharsets.UTF_8));
  }

  private static String item(String namespace, String name, String version) {
    return "{\"metadata\":{\"name\":\"%s\",\"namespace\":\"%s\",\"resourceVersion\":\"%s\"}}"
        .formatted(name, namespace, version);
  }

  private static String list(String version, String... items) {
    return "{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\""
        + version
        + "\"},\"items\":["
        + String.join(",", items)
        + "]}";
  }

  @Test
  void objectThatIsTwiceInTheFirstListIsStoredOnceInItsLaterState() throws Exception {
    server.lists(body(list("9", item("ns", "a", "3"), item("ns", "b", "4"), item("ns", "a", "5"))));
    try (var informer = informer("ns", _ -> {})) {
      informer.awaitSynced(Duration.ofSeconds(30));
      assertThat(informer.lister().list()).hasSize(2);
      assertThat(informer.lister().get("ns", "a").orElseThrow().metadata().resourceVersion())
          .isEqualTo("5");
      assertThat(informer.state().errors()).isZero();
      eventually(() -> events.size() >= 2);
      assertThat(events).contains("add a@5", "add b@4");
    }
  }

  @Test
  void objectThatIsTwiceInALaterListIsStoredOnce() throws Exception {
    server.lists(
        body(list("9", item("ns", "a", "3"))),
        body(list("12", item("ns", "a", "10"), item("ns", "a", "11"))));
    server.watches(JSON.watch(JSON.error(410, "Expired", "too old")));
    try (var informer = informer("ns", _ -> {})) {
      eventually(
          () ->
              informer
                  .indexer()
                  .getByKey(ObjectKey.of("ns", "a"))
                  .filter(m -> m.metadata().resourceVersion().equals("11"))
                  .isPresent());
      assertThat(informer.indexer().list()).hasSize(1);
    }
  }

  @Test
  void objectsOfNamespacesThatWereNotAskedForDoNotKeepACacheFromSyncing() throws Exception {
    server.lists(
        body(list("9", item("ns", "a", "3"), item("other", "b", "4"), item("", "c", "5"))));
    server.watches(
        JSON.watchThenHold(
            JSON.event("ADDED", item("other", "x", "10").getBytes(StandardCharsets.UTF_8)),
            JSON.added(map("y", 11))));
    try (var informer = informer("", o -> o.namespaces("ns"))) {
      informer.awaitSynced(Duration.ofSeconds(30));
      eventually(() -> informer.indexer().getByKey(ObjectKey.of("ns", "y")).isPresent());
      assertThat(informer.lister().get("ns", "a")).isPresent();
      assertThat(informer.indexer().getByKey(ObjectKey.of("other", "b"))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999999999999999999999999999999999",
        "abc",
        "-5",
        "1.5",
        "0x10",
        " 7 ",
        "\\u0000"
      })
  void versionsThatAreNoNumbersDoNotEndAnInformer(String version) throws Exception {
    server.lists(body(list(version, item("ns", "a", version))), JSON.list(20, map("b", 19)));
    server.watches(
        JSON.watch(JSON.event("MODIFIED", item("ns", "a", "7").getBytes(StandardCharsets.UTF_8))),
        JSON.watchThenHold());
    try (var informer = informer("ns", _ -> {})) {
      informer.awaitSynced(Duration.ofSeconds(30));
      eventually(() -> server.seen().size() >= 3); // goes on, by a watch or a list
      assertThat(informer.state().phase()).isEqualTo(InformerState.Phase.STARTED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "17",
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}",
        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"3\"},\"items\":[]}",
        "{\"kind\":\"ConfigMapList\",\"items\":{}}",
        "{\"kind\":\"ConfigMapList\",\"items\":[{}",
        "<html>hello</html>"
      })
  void answerThatIsNoListIsFollowedByAnother(String nonsense) throws Exception {
    server.lists(body(nonsense), JSON.list(5, map("a", 3)));
    try (var informer = informer("ns", _ -> {})) {
      informer.awaitSynced(Duration.ofSeconds(30));
      assertThat(informer.lister().list()).hasSize(1);
      assertThat(informer.state().lastError()).isPresent();
    }
  }

  @Test
  void compressedListThatGrowsBeyondTheLimitIsReportedAndReadAgain() throws Exception {
    server.lists(bomb(), JSON.list(5, map("a", 3)));
    try (var informer = informer("ns", _ -> {})) {
      informer.awaitSynced(Duration.ofSeconds(30));
      assertThat(informer.lister().list()).hasSize(1);
      assertThat(informer.state().lastError().orElseThrow())
          .hasMessageContaining("ClientConfig.limits(l -> l.list(...))");
    }
  }

  /// 200 MB in about 200 KB.
  private static ScriptedServer.Act bomb() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write("{\"kind\":\"ConfigMapList\",\"items\":[{}".getBytes(StandardCharsets.UTF_8));
      byte[] block = ",{}".repeat(1 << 18).getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 256; i++) {
        out.write(block);
      }
    }
    return ScriptedServer.answer(
        200, JSON.headers() + "Content-Encoding: gzip\r\n", packed.toByteArray());
  }

  @Test
  void malformedEventsAreReportedAndOthersAreApplied() throws Exception {
    server.lists(JSON.list(5, map("a", 3)));
    List<byte[]> frames =
        List.of(
            JSON.event("BOOKMARK", "{}".getBytes(StandardCharsets.UTF_8)),
            JSON.event("ADDED", "{}".getBytes(StandardCharsets.UTF_8)),
            JSON.event("DELETED", item("ns", "never-there", "6").getBytes(StandardCharsets.UTF_8)),
            JSON.event("MODIFIED", item("ns", "new", "7").getBytes(StandardCharsets.UTF_8)),
            JSON.event("ADDED", item("ns", "a/b", "8").getBytes(StandardCharsets.UTF_8)),
            JSON.added(map("z", 9)));
    server.watches(JSON.watchThenHold(frames.toArray(byte[][]::new)));
    try (var informer = informer("ns", _ -> {})) {
      eventually(() -> informer.indexer().getByKey(ObjectKey.of("ns", "z")).isPresent());
      assertThat(informer.indexer().getByKey(ObjectKey.of("ns", "new"))).isPresent();
      assertThat(informer.lister().get("ns", "a")).isPresent();
    }
  }
}
