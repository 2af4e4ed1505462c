package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.Status;
import dev.drover.api.WatchEvent;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.WatchReader;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.PodTemplate;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What a real server sends in watches, in both formats.
@Tag("real")
class RealWatchTest {
  private static final String INITIAL_STATE =
      "&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
  private static final Kubernetes KUBERNETES = new Kubernetes();
  private static ApiServer server;

  @BeforeAll
  static void start() throws Exception {
    // So that soon there are versions from long ago, and a kind whose watches begin in etcd.
    server = ApiServer.start("--etcd-compaction-interval=1s", "--watch-cache-sizes=podtemplates#0");
    Path folder = Path.of(RealWatchTest.class.getResource("manifests").toURI());
    for (DynamicObject manifest : Manifests.read(folder)) {
      String path = ApiServer.path(KUBERNETES.find(manifest.gvk()), manifest.namespace());
      server.post(path, Json.bytes(manifest.tree()), Format.JSON);
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static List<Kind<?>> kinds() {
    return KUBERNETES.kinds().stream()
        .<Kind<?>>map(KUBERNETES::find)
        .filter(kind -> kind.verbs().contains("watch"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void initialStateIsTheSameInBothFormatsAndEndsWithABookmark(Kind<?> kind) throws Exception {
    assertThatInitialStatesAgree(kind);
  }

  private static <T extends KubernetesObject> void assertThatInitialStatesAgree(Kind<T> kind)
      throws Exception {
    List<T> fromJson;
    List<T> fromProtobuf;
    do { // until nothing happened in between: the server itself renews leases, sets conditions
      fromJson = initialState(kind, Format.JSON);
      fromProtobuf = initialState(kind, Format.PROTOBUF);
    } while (!versions(fromJson).equals(versions(fromProtobuf)));

    assertThat(fromJson).isNotEmpty().isEqualTo(fromProtobuf);
  }

  private static <T extends KubernetesObject> List<T> initialState(Kind<T> kind, Format format)
      throws Exception {
    List<T> objects = new ArrayList<>();
    try (InputStream in = watch(kind, "", INITIAL_STATE, format)) {
      WatchReader<T> events = Codec.of(kind).decodeWatch(in, format);
      while (true) {
        switch (events.next()) {
          case WatchEvent.Added(T object) -> objects.add(object);
          case WatchEvent.Bookmark<T>(String version, boolean initialEventsEnd) -> {
            assertThat(initialEventsEnd).isTrue();
            assertThat(version).isNotEmpty();
            return objects;
          }
          case WatchEvent<T> other -> throw new AssertionError("unexpected " + other);
        }
      }
    }
  }

  private static InputStream watch(Kind<?> kind, String namespace, String options, Format format)
      throws Exception {
    String path = ApiServer.path(kind, namespace);
    return server.watch(path + "?watch=true&timeoutSeconds=60" + options, format);
  }

  private static List<String> versions(List<? extends KubernetesObject> objects) {
    return objects.stream().map(object -> object.metadata().resourceVersion()).toList();
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void changesArriveAsTheyHappen(Format format) throws Exception {
    Codec<ConfigMap> codec = Codec.of(ConfigMap.KIND);
    ConfigMap wanted = ConfigMap.named("default", "watched-" + format.ordinal());
    String collection = ApiServer.path(ConfigMap.KIND, "default");
    String path = ApiServer.path(ConfigMap.KIND, wanted);
    String selector = "&fieldSelector=metadata.name%3D" + wanted.name();
    try (InputStream in = watch(ConfigMap.KIND, "default", selector, format)) {
      byte[] created = server.post(collection, codec.encode(wanted, format), format);
      ConfigMap first = codec.decode(created, format);
      ConfigMap changed = first.with(map -> map.data("key", "größe"));
      ConfigMap second =
          codec.decode(server.put(path, codec.encode(changed, format), format), format);
      server.delete(path);

      WatchReader<ConfigMap> events = codec.decodeWatch(in, format);
      assertThat(events.next()).isEqualTo(new WatchEvent.Added<>(first));
      assertThat(events.next()).isEqualTo(new WatchEvent.Modified<>(second));
      assertThat(events.next())
          .isInstanceOfSatisfying(
              WatchEvent.Deleted.class,
              event -> assertThat(((ConfigMap) event.lastState()).data()).isEqualTo(second.data()));
    }
  }

  @ParameterizedTest
  @EnumSource(Format.class)
  void expiredVersionIsAnError(Format format) throws Exception {
    WatchEvent<PodTemplate> event;
    do { // until etcd has forgotten it
      try (InputStream in = watch(PodTemplate.KIND, "", "&resourceVersion=1", format)) {
        event = Codec.of(PodTemplate.KIND).decodeWatch(in, format).next();
      }
    } while (!(event instanceof WatchEvent.Failed<PodTemplate>));

    Status status = ((WatchEvent.Failed<PodTemplate>) event).status();
    assertThat(status.code()).isEqualTo(410);
    assertThat(status.reason()).isEqualTo("Expired");
    assertThat(status.message()).contains("too old");
  }
}
