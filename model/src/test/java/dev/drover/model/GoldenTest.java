package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.Manifests;
import dev.drover.api.Scheme;
import dev.drover.api.codec.Codec;
import dev.drover.api.codec.SharedParts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// All kinds of the model, every field filled, as Kubernetes itself writes them.
@Tag("golden")
class GoldenTest {
  private static final Kubernetes KUBERNETES = new Kubernetes();
  private static final Scheme SCHEME = Scheme.of(KUBERNETES);

  static List<Golden> objects() {
    return Golden.head().stream().filter(golden -> KUBERNETES.find(golden.gvk()) != null).toList();
  }

  @Test
  void everyServedKindOfTheModelIsThere() {
    assertThat(objects())
        .extracting(Golden::gvk)
        .containsAll(
            KUBERNETES.kinds().stream()
                .filter(gvk -> !gvk.group().matches("api(extensions|registration).k8s.io"))
                .toList());
  }

  @ParameterizedTest
  @MethodSource("objects")
  void jsonAndProtobufAreOneObject(Golden golden) {
    KubernetesObject fromJson = SCHEME.decode(golden.json(), Format.JSON);
    KubernetesObject fromProtobuf = SCHEME.decode(golden.protobuf(), Format.PROTOBUF);

    assertThat(fromJson).isEqualTo(fromProtobuf).hasSameHashCodeAs(fromProtobuf);
    assertThat(fromJson).hasToString(fromProtobuf.toString());
  }

  @ParameterizedTest
  @MethodSource("objects")
  void everyFormatIsWrittenFromEveryFormat(Golden golden) {
    assertThatAllIsWritten(kind(golden), golden);
  }

  private static <T extends KubernetesObject> void assertThatAllIsWritten(
      Kind<T> kind, Golden golden) {
    Codec<T> codec = Codec.of(kind);
    T fromJson = codec.decode(golden.json(), Format.JSON);
    T fromProtobuf = codec.decode(golden.protobuf(), Format.PROTOBUF);

    for (T object : List.of(fromJson, fromProtobuf)) {
      assertThat(codec.encode(object, Format.PROTOBUF)).isEqualTo(golden.protobuf());
      assertThat(differences(golden.json(), codec.encode(object, Format.JSON))).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void sharedPartsChangeNothing(Golden golden) {
    assertThatSharingChangesNothing(kind(golden), golden);
  }

  private static <T extends KubernetesObject> void assertThatSharingChangesNothing(
      Kind<T> kind, Golden golden) {
    Codec<T> codec = Codec.of(kind);
    Codec<T> sharing = codec.sharing(new SharedParts());
    T object = codec.decode(golden.json(), Format.JSON);

    for (int i = 0; i < 3; i++) {
      assertThat(sharing.decode(golden.json(), Format.JSON)).isEqualTo(object);
      assertThat(sharing.decode(golden.protobuf(), Format.PROTOBUF)).isEqualTo(object);
    }
  }

  @ParameterizedTest
  @MethodSource("objects")
  void dynamicAndTypedFormAreTheSameObject(Golden golden) throws IOException {
    KubernetesObject typed = SCHEME.decode(golden.json(), Format.JSON);
    DynamicObject dynamic = DynamicObject.of(typed);

    assertThat((Object) dynamic.as(kind(golden))).isEqualTo(typed);
    assertThat(Manifests.read(golden.yaml())).containsExactly(dynamic);
    assertThat(Manifests.read(golden.yaml(), SCHEME)).containsExactly(typed);
  }

  @ParameterizedTest
  @MethodSource("objects")
  void newFieldsInJsonSurviveAtEveryDepth(Golden golden) {
    assertThatNewFieldsInJsonSurvive(kind(golden), golden);
  }

  private static <T extends KubernetesObject> void assertThatNewFieldsInJsonSurvive(
      Kind<T> kind, Golden golden) {
    Map<String, Object> newer = Newer.json(Json.object(golden.json()), golden.gvk());
    Codec<T> codec = Codec.of(kind);
    T object = codec.decode(Json.bytes(newer), Format.JSON);

    assertThat(Json.differences(newer, Json.tree(codec.encode(object, Format.JSON)))).isEmpty();
    assertThat(codec.encode(object, Format.PROTOBUF)).isEqualTo(golden.protobuf());
    assertThat(object).isNotEqualTo(codec.decode(golden.json(), Format.JSON));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void newFieldsInProtobufSurviveAtEveryDepth(Golden golden) throws IOException {
    assertThatNewFieldsInProtobufSurvive(kind(golden), golden);
  }

  private static <T extends KubernetesObject> void assertThatNewFieldsInProtobufSurvive(
      Kind<T> kind, Golden golden) throws IOException {
    byte[] newer = Newer.protobuf(golden.protobuf(), golden.gvk(), false);
    Codec<T> codec = Codec.of(kind);
    T object = codec.decode(newer, Format.PROTOBUF);

    assertThat(codec.encode(object, Format.PROTOBUF)).isEqualTo(newer);
    assertThat(differences(golden.json(), codec.encode(object, Format.JSON))).isEmpty();
  }

  /// A struct that Go inlines is a message in protobuf; what is new there comes back as a second
  /// part of that message, which protobuf allows.
  @ParameterizedTest
  @MethodSource("objects")
  void newFieldsInInlinedMessagesSurvive(Golden golden) throws IOException {
    assertThatNewFieldsInInlinedMessagesSurvive(kind(golden), golden);
  }

  private static <T extends KubernetesObject> void assertThatNewFieldsInInlinedMessagesSurvive(
      Kind<T> kind, Golden golden) throws IOException {
    byte[] newer = Newer.protobuf(golden.protobuf(), golden.gvk(), true);
    Codec<T> codec = Codec.of(kind);
    T object = codec.decode(newer, Format.PROTOBUF);
    byte[] encoded = codec.encode(object, Format.PROTOBUF);

    assertThat(codec.decode(encoded, Format.PROTOBUF)).isEqualTo(object);
    assertThat(marks(encoded)).isEqualTo(marks(newer)).isPositive();
    assertThat(differences(golden.json(), codec.encode(object, Format.JSON))).isEmpty();
  }

  private static int marks(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1).split(Newer.MARK, -1).length - 1;
  }

  private static Kind<?> kind(Golden golden) {
    return KUBERNETES.find(golden.gvk());
  }

  private static List<String> differences(byte[] expected, byte[] actual) {
    return Json.differences(Json.tree(expected), Json.tree(actual));
  }
}
