package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.api.GroupVersionKind;
import java.time.Instant;
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
