package dev.drover.bench.pods;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Format;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeCodec;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PodsTest {
  private static final Pods PODS = new Pods(1_000, 20, true);

  private final TreeCodec codec = new TreeCodec(SchemaTable.builtIn());

  @Test
  void podListsAreDeterministic() {
    assertThat(PODS.json()).isEqualTo(PODS.json());
  }

  @Test
  void listHasTheRequestedNumberOfPodsAndOwners() {
    List<Map<?, ?>> pods = pods(PODS.json());

    assertThat(pods).hasSize(1_000);
    assertThat(pods.stream().map(pod -> at(pod, "metadata", "ownerReferences")).distinct())
        .hasSize(20);
  }

  @Test
  void podsAreInServerOrderWithoutKind() {
    List<Map<?, ?>> pods = pods(PODS.json());

    assertThat(
            pods.stream()
                .map(pod -> at(pod, "metadata", "namespace") + "/" + at(pod, "metadata", "name"))
                .toList())
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(pods).noneMatch(pod -> pod.containsKey("kind") || pod.containsKey("apiVersion"));
  }

  @Test
  void protobufAndJsonListsAreEqual() {
    byte[] json = PODS.json();

    assertThat(withoutNulls(codec.decode(Pods.toProtobuf(json), Format.PROTOBUF)))
        .isEqualTo(withoutNulls(codec.decode(json, Format.JSON)));
  }

  @Test
  void podVariantsDifferOnlyInManagedFields() {
    List<Map<?, ?>> with = pods(PODS.json());
    List<Map<?, ?>> without = pods(PODS.withoutManagedFields().json());

    assertThat(with)
        .allMatch(pod -> ((Map<?, ?>) pod.get("metadata")).containsKey("managedFields"));
    assertThat(without.toString()).doesNotContain("managedFields");
    assertThat(without.getLast().get("status")).isEqualTo(with.getLast().get("status"));
  }

  private List<Map<?, ?>> pods(byte[] json) {
    return ((List<?>) codec.decode(json, Format.JSON).get("items"))
        .stream().<Map<?, ?>>map(pod -> (Map<?, ?>) pod).toList();
  }

  private static Object at(Map<?, ?> pod, String first, String second) {
    return ((Map<?, ?>) pod.get(first)).get(second);
  }

  private static Object withoutNulls(Object tree) {
    return switch (tree) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .filter(entry -> entry.getValue() != null)
              .collect(
                  Collectors.toMap(Map.Entry::getKey, entry -> withoutNulls(entry.getValue())));
      case List<?> list -> list.stream().map(PodsTest::withoutNulls).toList();
      default -> tree;
    };
  }
}
