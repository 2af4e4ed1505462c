package dev.drover.server.kinds.core;

import dev.drover.schema.TreeNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Events under their two names: `v1` and `events.k8s.io/v1` show the same objects, with other
/// words for the same fields.
public final class EventConversion {
  /// From the words of `events.k8s.io/v1` to those of `v1`; all other fields have one name.
  private static final Map<String, String> CORE_NAMES =
      Map.of(
          "regarding", "involvedObject",
          "note", "message",
          "deprecatedSource", "source",
          "deprecatedFirstTimestamp", "firstTimestamp",
          "deprecatedLastTimestamp", "lastTimestamp",
          "deprecatedCount", "count",
          "reportingController", "reportingComponent");

  private EventConversion() {}

  /// An `events.k8s.io/v1` event as a `v1` one.
  public static Map<String, @Nullable Object> toCore(Map<String, @Nullable Object> event) {
    TreeNode core = TreeNode.empty();
    event.forEach((name, value) -> core.set(CORE_NAMES.getOrDefault(name, name), value));
    // `v1` writes these even when they are empty.
    core.setDefault("reportingComponent", "").setDefault("reportingInstance", "");
    return core.set("apiVersion", "v1").map();
  }

  /// A `v1` event as an `events.k8s.io/v1` one.
  public static Map<String, @Nullable Object> fromCore(Map<String, @Nullable Object> core) {
    TreeNode event = TreeNode.copyOf(core);
    CORE_NAMES.forEach(
        (name, coreName) -> {
          if (core.containsKey(coreName)) {
            event.remove(coreName).set(name, core.get(coreName));
          }
        });
    removeEmpty(event, "reportingController");
    removeEmpty(event, "reportingInstance");
    return event.set("apiVersion", "events.k8s.io/v1").map();
  }

  private static void removeEmpty(TreeNode event, String name) {
    if (event.text(name).isEmpty()) {
      event.remove(name);
    }
  }
}
