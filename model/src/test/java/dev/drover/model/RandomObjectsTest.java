package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.codec.Codec;
import dev.drover.schema.KindEntry;
import dev.drover.schema.ObjectEntry;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random objects of every kind mean the same before and after any way through the codecs.
class RandomObjectsTest {
  private static final long SEED = 20261115;
  private static final int OBJECTS_PER_KIND = 100;
  private static final Kubernetes KUBERNETES = new Kubernetes();
  private static final TreeCodec TREES = new TreeCodec(SchemaTable.builtIn());

  static List<GroupVersionKind> modelKinds() {
    return KUBERNETES.kinds();
  }

  static List<GroupVersionKind> allKinds() {
    SchemaTable table = SchemaTable.builtIn();
    return Stream.concat(
            table.kinds().stream().map(KindEntry::gvk),
            table.objects().stream().map(ObjectEntry::gvk))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("modelKinds")
  @Tag("slow")
  void typed(GroupVersionKind gvk) {
    RandomObjects objects = new RandomObjects(SEED);
    for (int i = 0; i < OBJECTS_PER_KIND; i++) {
      assertThatTypedObjectMeans(objects.next(gvk, 10 + 5 * i), KUBERNETES.find(gvk));
    }
  }

  private static <T extends KubernetesObject> void assertThatTypedObjectMeans(
      Map<String, ?> tree, Kind<T> kind) {
    Codec<T> codec = Codec.of(kind);
    byte[] json = Json.bytes(tree);
    T object = codec.decode(json, Format.JSON);
    byte[] written = codec.encode(object, Format.JSON);
    byte[] protobuf = codec.encode(object, Format.PROTOBUF);
    T fromProtobuf = codec.decode(protobuf, Format.PROTOBUF);

    assertThatSame(kind.gvk(), json, written);
    assertThat(codec.decode(written, Format.JSON)).isEqualTo(object);
    assertThat(codec.encode(codec.decode(written, Format.JSON), Format.JSON)).isEqualTo(written);

    assertThatSame(kind.gvk(), json, codec.encode(fromProtobuf, Format.JSON));
    assertThat(fromProtobuf).isEqualTo(object).hasSameHashCodeAs(object);
    assertThat(codec.encode(fromProtobuf, Format.PROTOBUF)).isEqualTo(protobuf);
  }

  @ParameterizedTest
  @MethodSource("allKinds")
  void untyped(GroupVersionKind gvk) {
    RandomObjects objects = new RandomObjects(SEED);
    for (int i = 0; i < OBJECTS_PER_KIND / 4; i++) {
      byte[] json = Json.bytes(objects.next(gvk, 10 + 20 * i));
      byte[] protobuf = TREES.jsonToProtobuf(json);
      byte[] written = TREES.protobufToJson(protobuf);

      assertThatSame(gvk, json, written);
      assertThat(TREES.jsonToProtobuf(written)).isEqualTo(protobuf);
    }
  }

  private static void assertThatSame(GroupVersionKind gvk, byte[] expected, byte[] actual) {
    assertThat(
            Json.differences(
                Meaning.of(Json.object(expected), gvk), Meaning.of(Json.object(actual), gvk)))
        .isEmpty();
  }
}
