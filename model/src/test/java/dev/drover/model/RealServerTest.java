package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.ObjectList;
import dev.drover.api.codec.Codec;
import java.io.ByteArrayInputStream;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Objects of every kind that a real server accepted and returned: both formats agree, go back out
/// as they came in, and are no change to the server when it gets them back.
@Tag("real")
class RealServerTest {
  private static final Kubernetes KUBERNETES = new Kubernetes();

  /// The kinds whose objects get something drawn by lot when they are created.
  private static final Set<String> DIFFERENT_EACH_TIME =
      Set.of("Service", "Job", "PersistentVolume");

  private static final List<Created> CREATED = new ArrayList<>();
  private static ApiServer server;

  /// What the server made of a manifest that it got as JSON, as it was written, and as protobuf
  /// from its typed form.
  private record Created(DynamicObject manifest, byte[] asJson, byte[] asProtobuf) {
    @Override
    public String toString() {
      return manifest.toString();
    }
  }

  @BeforeAll
  static void start() throws Exception {
    server = ApiServer.start();
    URL folder = RealServerTest.class.getResource("manifests");
    for (DynamicObject manifest : Manifests.read(Path.of(folder.toURI()))) {
      CREATED.add(create(KUBERNETES.find(manifest.gvk()), manifest));
    }
  }

  private static <T extends KubernetesObject> Created create(Kind<T> kind, DynamicObject manifest)
      throws Exception {
    String path = ApiServer.path(kind, manifest.namespace());
    byte[] protobuf = Codec.of(kind).encode(manifest.as(kind), Format.PROTOBUF);
    byte[] asProtobuf = server.post(path + "?dryRun=All", protobuf, Format.PROTOBUF);
    byte[] asJson = server.post(path, Json.bytes(manifest.tree()), Format.JSON);
    return new Created(manifest, asJson, asProtobuf);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static List<Created> created() {
    return CREATED;
  }

  @ParameterizedTest
  @MethodSource("created")
  void protobufIsUnderstoodAsTheManifestIs(Created created) {
    assertThatBothAreTheSame(KUBERNETES.find(created.manifest().gvk()), created);
  }

  private static <T extends KubernetesObject> void assertThatBothAreTheSame(
      Kind<T> kind, Created created) {
    Codec<T> codec = Codec.of(kind);
    T one = codec.decode(created.asJson(), Format.JSON);
    T two = codec.decode(created.asProtobuf(), Format.PROTOBUF);

    assertThat(two.key()).isEqualTo(one.key());
    if (!DIFFERENT_EACH_TIME.contains(kind.gvk().kind())) {
      assertThat(kind.withMetadata(two, one.metadata())).isEqualTo(one);
    }
  }

  /// The kinds that the server stores. Not ComponentStatus, which is made up anew, in any order, on
  /// every request; not those that are only ever sent, such as reviews.
  static List<Kind<?>> kinds() {
    return KUBERNETES.kinds().stream()
        .<Kind<?>>map(KUBERNETES::find)
        .filter(kind -> kind.verbs().contains("watch"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void listsAgree(Kind<?> kind) throws Exception {
    assertThatListsAgree(kind);
  }

  private static <T extends KubernetesObject> void assertThatListsAgree(Kind<T> kind)
      throws Exception {
    Codec<T> codec = Codec.of(kind);
    String path = ApiServer.path(kind, "");
    byte[] json;
    byte[] protobuf;
    ObjectList<T> fromJson;
    ObjectList<T> fromProtobuf;
    do { // until nothing happened in between: the server itself renews leases, sets conditions
      json = server.get(path, Format.JSON);
      protobuf = server.get(path, Format.PROTOBUF);
      fromJson = codec.decodeList(json, Format.JSON);
      fromProtobuf = codec.decodeList(protobuf, Format.PROTOBUF);
    } while (!versions(fromJson).equals(versions(fromProtobuf)));

    assertThat(fromJson.items()).isNotEmpty().isEqualTo(fromProtobuf.items());
    assertThat(inDrops(codec, json, Format.JSON)).isEqualTo(fromJson);
    assertThat(inDrops(codec, protobuf, Format.PROTOBUF)).isEqualTo(fromProtobuf);
  }

  private static List<String> versions(ObjectList<? extends KubernetesObject> list) {
    return list.items().stream().map(item -> item.metadata().resourceVersion()).toList();
  }

  private static <T extends KubernetesObject> ObjectList<T> inDrops(
      Codec<T> codec, byte[] bytes, Format format) throws Exception {
    List<T> items = new ArrayList<>();
    var metadata = codec.decodeList(new Dripping(bytes), format, items::add);
    return new ObjectList<>(metadata, items);
  }

  /// A stream that gives a few bytes at a time, as networks do.
  private static final class Dripping extends ByteArrayInputStream {
    Dripping(byte[] bytes) {
      super(bytes);
    }

    @Override
    public synchronized int read(byte[] buffer, int from, int length) {
      return super.read(buffer, from, Math.min(length, 1 + pos % 61));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void objectsGoOutAsTheyCameIn(Kind<?> kind) throws Exception {
    assertThatObjectsGoOutAsTheyCameIn(kind);
  }

  private static <T extends KubernetesObject> void assertThatObjectsGoOutAsTheyCameIn(Kind<T> kind)
      throws Exception {
    Codec<T> codec = Codec.of(kind);
    for (T item : list(kind).items()) {
      String path = ApiServer.path(kind, item);
      byte[] json;
      byte[] protobuf;
      T fromJson;
      T fromProtobuf;
      do {
        json = server.get(path, Format.JSON);
        protobuf = server.get(path, Format.PROTOBUF);
        fromJson = codec.decode(json, Format.JSON);
        fromProtobuf = codec.decode(protobuf, Format.PROTOBUF);
      } while (!fromJson
          .metadata()
          .resourceVersion()
          .equals(fromProtobuf.metadata().resourceVersion()));

      assertThat(differences(fromJson, fromProtobuf)).isEmpty();
      assertThat(fromJson).isEqualTo(fromProtobuf);
      for (T object : List.of(fromJson, fromProtobuf)) {
        assertThat(codec.encode(object, Format.PROTOBUF)).isEqualTo(protobuf);
        byte[] written = codec.encode(object, Format.JSON);
        assertThat(Json.differences(Json.tree(json), Json.tree(written)))
            .allMatch(RealServerTest::isHarmless);
      }
    }
  }

  /// Null for something that is not there, and what kind a claim in a StatefulSet is.
  private static boolean isHarmless(String difference) {
    return difference.endsWith(" is missing, was null")
        || difference.matches(
            "\\.spec\\.volumeClaimTemplates\\[\\d+]\\.(kind|apiVersion) is missing, .*");
  }

  private static <T extends KubernetesObject> ObjectList<T> list(Kind<T> kind) throws Exception {
    byte[] bytes = server.get(ApiServer.path(kind, ""), Format.PROTOBUF);
    return Codec.of(kind).decodeList(bytes, Format.PROTOBUF);
  }

  private static List<String> differences(KubernetesObject expected, KubernetesObject actual) {
    return Json.differences(DynamicObject.of(expected).tree(), DynamicObject.of(actual).tree());
  }

  static List<Kind<?>> updatableKinds() {
    return kinds().stream().filter(kind -> kind.verbs().contains("update")).toList();
  }

  @ParameterizedTest
  @MethodSource("updatableKinds")
  void updateWithTheServersObjectChangesNothing(Kind<?> kind) throws Exception {
    for (Format format : Format.values()) {
      assertThatUpdatesChangeNothing(kind, format);
    }
  }

  private static <T extends KubernetesObject> void assertThatUpdatesChangeNothing(
      Kind<T> kind, Format format) throws Exception {
    Codec<T> codec = Codec.of(kind);
    for (T item : list(kind).items()) {
      String path = ApiServer.path(kind, item);
      T before = null;
      T after = null;
      while (after == null) {
        try {
          byte[] settled = server.put(path, server.get(path, format), format);
          before = codec.decode(settled, format);
          after = codec.decode(server.put(path, codec.encode(before, format), format), format);
        } catch (ApiServer.Refused e) {
          assertThat(e.code()).withFailMessage(e.getMessage()).isEqualTo(409); // changed meanwhile
        }
      }
      assertThat(differences(before, after)).isEmpty();
    }
  }
}
