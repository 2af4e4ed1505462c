package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Format;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.codec.Codec;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Objects that releases before this one wrote. Fields that are gone since are unknown to us, and
/// survive like those of the future.
@Tag("golden")
class OlderReleasesTest {
  private static final Kubernetes KUBERNETES = new Kubernetes();
  private static final TreeCodec TREES = new TreeCodec(SchemaTable.builtIn());

  /// All but the versions of APIs that are gone altogether.
  static List<Golden> objects() {
    return Golden.olderReleases().stream().filter(golden -> TREES.knows(golden.gvk())).toList();
  }

  static List<Golden> typedObjects() {
    return objects().stream().filter(golden -> KUBERNETES.find(golden.gvk()) != null).toList();
  }

  @Test
  void removedVersionsAreNotServed() {
    assertThat(Golden.olderReleases())
        .filteredOn(golden -> !TREES.knows(golden.gvk()) && !golden.name().contains("alpha"))
        .extracting(Golden::name)
        .containsOnly(
            "autoscaling.v2beta1.HorizontalPodAutoscaler",
            "autoscaling.v2beta2.HorizontalPodAutoscaler",
            "core.v1.WatchEvent"); // which does not say what it is
  }

  @ParameterizedTest
  @MethodSource("objects")
  void jsonBecomesTheProtobufThatGoMakesOfIt(Golden golden) {
    assertThat(TREES.jsonToProtobuf(golden.json())).isEqualTo(golden.protobufAfterRoundTrip());
  }

  @ParameterizedTest
  @MethodSource("objects")
  void protobufBecomesTheJsonThatGoMakesOfIt(Golden golden) {
    assertThatSame(golden, golden.jsonAfterRoundTrip(), TREES.protobufToJson(golden.protobuf()));
  }

  @ParameterizedTest
  @MethodSource("typedObjects")
  void nothingIsLost(Golden golden) {
    assertThatNothingIsLost(KUBERNETES.find(golden.gvk()), golden);
  }

  private static <T extends KubernetesObject> void assertThatNothingIsLost(
      Kind<T> kind, Golden golden) {
    Codec<T> codec = Codec.of(kind);
    T fromJson = codec.decode(golden.json(), Format.JSON);
    T fromProtobuf = codec.decode(golden.protobuf(), Format.PROTOBUF);

    assertThatSame(golden, golden.json(), codec.encode(fromJson, Format.JSON));
    assertThat(codec.decode(codec.encode(fromProtobuf, Format.PROTOBUF), Format.PROTOBUF))
        .isEqualTo(fromProtobuf);
    assertThat(codec.encode(fromProtobuf, Format.PROTOBUF).length)
        .isGreaterThanOrEqualTo(golden.protobuf().length);
  }

  private static void assertThatSame(Golden golden, byte[] expected, byte[] actual) {
    assertThat(
            Json.differences(
                Meaning.of(Json.object(expected), golden.gvk()),
                Meaning.of(Json.object(actual), golden.gvk())))
        .isEmpty();
  }
}
