package dev.drover.schema.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The owners of the number of replicas, on either side of `/scale`.
class ScaleFieldsTest {
  private final ScaleFields scale =
      new ScaleFields("apps/v1", Map.of("apps/v1", FieldSet.of("spec.replicas")));

  private static Object entries(String... entries) {
    return Shape.list(Story.tree("{\"x\":[" + String.join(",", entries) + "]}").get("x"));
  }

  private static String entry(String manager, String operation, String rest, String fields) {
    return """
    {"apiVersion":"%s","fieldsType":"FieldsV1","fieldsV1":%s,"manager":"%s","operation":"%s"%s}\
    """
        .formatted(
            manager.startsWith("s-") ? "autoscaling/v1" : "apps/v1",
            fields,
            manager.replace("s-", ""),
            operation,
            rest);
  }

  private static final String REPLICAS = "{\"f:spec\":{\"f:replicas\":{}}}";
  private static final String BOTH = "{\"f:spec\":{\"f:paused\":{},\"f:replicas\":{}}}";
  private static final String PAUSED = "{\"f:spec\":{\"f:paused\":{}}}";

  @Test
  void scaleShowsOnlyTheOwnersOfReplicas() {
    Object parent = entries(entry("me", "Apply", "", BOTH), entry("you", "Update", "", PAUSED));
    assertThat(scale.toScale(parent)).isEqualTo(entries(entry("s-me", "Apply", "", REPLICAS)));
  }

  @Test
  void applierThatStillOwnsReplicasIsUnchanged() {
    Object parent = entries(entry("me", "Apply", ",\"time\":\"2026-01-01T00:00:00Z\"", BOTH));
    assertThat(scale.fromScale(parent, scale.toScale(parent))).isEqualTo(parent);
  }

  @Test
  void writerOfTheScaleOwnsReplicasWithoutATime() {
    Object parent = entries(entry("me", "Apply", "", BOTH));
    Object written =
        entries(
            entry(
                "s-hpa",
                "Update",
                ",\"subresource\":\"scale\",\"time\":\"2026-01-01T00:00:00Z\"",
                REPLICAS));
    assertThat(scale.fromScale(parent, written))
        .isEqualTo(
            entries(
                entry("me", "Apply", "", PAUSED),
                entry("hpa", "Update", ",\"subresource\":\"scale\"", REPLICAS)));
  }

  @Test
  void malformedManagedFieldsEntriesAreAnError() {
    Object nonsense = List.of(Map.of("operation", "Nonsense"));
    assertThatThrownBy(() -> scale.toScale(nonsense))
        .isInstanceOf(ApplyException.class)
        .hasMessage("operation must be `Apply` or `Update`");
  }
}
