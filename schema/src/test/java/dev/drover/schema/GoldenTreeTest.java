package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.Format;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.Manifests;
import dev.drover.api.codec.Struct;
import dev.drover.api.codec.StructType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.ObjectMapper;

/// All kinds of Kubernetes' own test data, every field filled, through the codec without classes.
@Tag("golden")
class GoldenTreeTest {
  private static final Path FOLDER = Path.of(System.getProperty("drover.golden"));
  private static final TreeCodec CODEC = new TreeCodec(SchemaTable.builtIn());
  private static final ObjectMapper JACKSON = new ObjectMapper();

  /// The only one that does not say what it is.
  private static final String WATCH_EVENT = "core.v1.WatchEvent";

  /// The names of the files without their endings.
  static List<String> objects() throws IOException {
    return names().stream().filter(name -> !name.equals(WATCH_EVENT)).toList();
  }

  private static List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".json"))
          .map(name -> name.substring(0, name.length() - ".json".length()))
          .sorted()
          .toList();
    }
  }

  @Test
  void goldenDataHasOneObjectOfEachKind() throws IOException {
    assertThat(names()).hasSizeGreaterThanOrEqualTo(185).contains(WATCH_EVENT);
  }

  @Test
  void goldenWatchEventsRoundTrip() {
    assertThatWatchEventsAgree(CODEC.typeOf(new GroupVersionKind("", "v1", "WatchEvent")));
  }

  private static <T extends Struct> void assertThatWatchEventsAgree(StructType<T> type) {
    T fromJson = type.decode(read(WATCH_EVENT + ".json"), Format.JSON);
    T fromProtobuf = type.decode(read(WATCH_EVENT + ".pb"), Format.PROTOBUF);

    assertThat(fromJson).isEqualTo(fromProtobuf);
    assertThat(type.encode(fromJson, GroupVersionKind.EMPTY, Format.PROTOBUF))
        .isEqualTo(read(WATCH_EVENT + ".pb"));
    assertThat(jackson(type.encode(fromProtobuf, GroupVersionKind.EMPTY, Format.JSON)))
        .isEqualTo(jackson(read(WATCH_EVENT + ".json")));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void jsonConvertsToTheProtobufBytesOfGo(String name) {
    assertThat(CODEC.jsonToProtobuf(read(name + ".json"))).isEqualTo(read(name + ".pb"));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void protobufConvertsToTheJsonOfGo(String name) {
    assertThat(jackson(CODEC.protobufToJson(read(name + ".pb"))))
        .isEqualTo(jackson(read(name + ".json")));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void jsonProtobufAndYamlGiveTheSameTree(String name) throws IOException {
    Map<String, ?> tree = CODEC.decode(read(name + ".json"), Format.JSON);

    assertThat(CODEC.decode(read(name + ".pb"), Format.PROTOBUF)).isEqualTo(tree);
    assertThat(Manifests.read(FOLDER.resolve(name + ".yaml")))
        .singleElement()
        .extracting(object -> treeOf(object, tree.containsKey("metadata")))
        .isEqualTo(tree);
  }

  /// Kinds without metadata have none, though every dynamic object has some to offer.
  private static Map<String, ?> treeOf(DynamicObject object, boolean hasMetadata) {
    Map<String, Object> tree = new TreeMap<>(object.tree());
    if (!hasMetadata) {
      assertThat(tree.remove("metadata")).isEqualTo(Map.of());
    }
    return tree;
  }

  @ParameterizedTest
  @MethodSource("objects")
  void treesRoundTripByteForByte(String name) {
    Map<String, ?> tree = CODEC.decode(read(name + ".json"), Format.JSON);

    assertThat(CODEC.encode(tree, Format.PROTOBUF)).isEqualTo(read(name + ".pb"));
    assertThat(jackson(CODEC.encode(tree, Format.JSON))).isEqualTo(jackson(read(name + ".json")));
  }

  private static byte[] read(String file) {
    try {
      return Files.readAllBytes(FOLDER.resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object jackson(byte[] json) {
    return JACKSON.readValue(json, Object.class);
  }
}
