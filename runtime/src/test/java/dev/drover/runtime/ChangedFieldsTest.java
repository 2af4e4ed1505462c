package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangedFieldsTest {
  private static final GroupVersionKind KIND = new GroupVersionKind("shop.dev", "v1", "Shop");

  private static DynamicObject described(Object spec) {
    return DynamicObject.named(KIND, "ns", "a").with(spec, "spec");
  }

  private static DynamicObject stored(Object spec) {
    DynamicObject object = described(spec);
    return object.withMetadata(
        object
            .metadata()
            .with(
                m ->
                    m.uid("u1")
                        .resourceVersion("7")
                        .creationTimestamp(Instant.parse("2026-01-01T00:00:00Z"))));
  }

  private static Object nested(int levels, Object inner) {
    Object value = inner;
    for (int i = 0; i < levels; i++) {
      value = i % 2 == 0 ? List.of(value) : Map.of("a", value);
    }
    return value;
  }

  @Test
  void changeInADeeplyNestedObjectIsFoundOnASmallStack() throws Exception {
    DynamicObject before = stored(Map.of("deep", nested(9_000, "x")));
    DynamicObject now = stored(Map.of("deep", nested(9_000, "y")));
    DynamicObject sent = described(Map.of("deep", nested(9_000, "x")));
    List<Object> found = new ArrayList<>();
    Thread small =
        new Thread(
            null,
            () -> {
              found.add(ChangedFields.between(before, now));
              found.add(ChangedFields.byTheServer(sent, before, true));
              found.add(ChangedFields.byTheServer(sent, now, true));
            },
            "small stack",
            512 << 10);
    small.start();
    small.join();
    assertThat(found).containsExactly(List.of("spec.deep.a"), List.of(), List.of("spec.deep.a"));
  }

  @Test
  void responseThatOnlyAddsDefaultsHasNoChange() {
    assertThat(
            ChangedFields.byTheServer(
                described(Map.of("ports", List.of(Map.of("port", 80)))),
                stored(
                    Map.of(
                        "ports",
                        List.of(Map.of("port", 80, "protocol", "TCP")),
                        "type",
                        "ClusterIP")),
                true))
        .isEmpty();
  }

  @Test
  void valueThatTheServerNormalisesIsNamed() {
    assertThat(
            ChangedFields.byTheServer(
                described(Map.of("cpu", "1000m", "name", "a")),
                stored(Map.of("cpu", "1", "name", "a")),
                true))
        .containsExactly("spec.cpu");
  }

  @Test
  void fieldThatTheServerDropsIsNamed() {
    assertThat(ChangedFields.byTheServer(described(Map.of("unknown", "x")), stored(Map.of()), true))
        .containsExactly("spec.unknown");
  }

  @Test
  void fieldThatTheServerAddsToAWholeObjectIsNamed() {
    DynamicObject sent = stored(Map.of("name", "a"));
    assertThat(ChangedFields.byTheServer(sent, sent, true)).isEmpty();
    DynamicObject answered = stored(Map.of("name", "a", "type", "x"));
    assertThat(
            ChangedFields.byTheServer(
                sent, answered.withMetadata(answered.metadata().with(m -> m.generation(8))), true))
        .containsExactly("spec.type");
  }

  @Test
  void numberInAnotherJavaTypeIsNoChange() {
    assertThat(
            ChangedFields.byTheServer(
                stored(Map.of("n", 1, "list", List.of(2), "f", 1.0)),
                stored(Map.of("n", 1L, "list", List.of(2L), "f", 1L)),
                true))
        .isEmpty();
  }

  @Test
  void emptyValueThatTheServerLeavesOutIsNoChange() {
    assertThat(
            ChangedFields.byTheServer(
                described(Map.of("paused", false, "text", "", "n", 0, "list", List.of())),
                stored(Map.of()),
                true))
        .isEmpty();
  }

  @Test
  void fieldThatTheCacheDropsWasNotAddedByTheServer() {
    assertThat(
            ChangedFields.byTheServer(
                stored(Map.of("name", "a")), stored(Map.of("name", "a", "big", "x")), false))
        .isEmpty();
  }
}
