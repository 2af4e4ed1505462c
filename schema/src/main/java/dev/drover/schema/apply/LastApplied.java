package dev.drover.schema.apply;

import dev.drover.api.DecodeException;
import dev.drover.api.RawExtension;
import dev.drover.schema.GoFormat;
import dev.drover.schema.TreeNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The annotation in which client-side `kubectl apply` keeps the configuration that it applied
/// last. When kubectl turns to server-side apply, it takes over what it had applied before, and the
/// annotation follows.
final class LastApplied {
  static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

  /// The one manager that this is about.
  static final String MANAGER = "kubectl";

  private static final int MAX_ANNOTATIONS = 256 * 1024;

  private LastApplied() {}

  /// The configuration in the annotation; empty when there is none that can be read.
  static Optional<Map<String, @Nullable Object>> configuration(
      Map<String, @Nullable Object> object) {
    Object text = annotations(object).get(ANNOTATION);
    if (!(text instanceof String json) || json.isEmpty()) {
      return Optional.empty();
    }
    try {
      Object tree = RawExtension.ofJson(json).tree();
      return tree instanceof Map ? Optional.of(Shape.map(tree)) : Optional.empty();
    } catch (DecodeException e) {
      return Optional.empty(); // any writer may put anything there
    }
  }

  private static Map<String, @Nullable Object> annotations(Map<String, @Nullable Object> object) {
    return Shape.map(Shape.map(object.get("metadata")).get("annotations"));
  }

  /// The object with the annotation telling of a new configuration, if it has one at all. Without
  /// it, if it would not fit.
  static Map<String, @Nullable Object> refreshed(
      Map<String, @Nullable Object> object, Map<String, @Nullable Object> config) {
    if (!(annotations(object).get(ANNOTATION) instanceof String old) || old.isEmpty()) {
      return object;
    }
    TreeNode stated = TreeNode.copyOf(config);
    stated.child("metadata").ifPresent(LastApplied::removeAnnotation);
    TreeNode result = TreeNode.copyOf(object);
    TreeNode annotations =
        result.child("metadata").flatMap(m -> m.child("annotations")).orElseThrow();
    nullsToEmpty(annotations);
    annotations.set(ANNOTATION, GoFormat.json(stated.map()) + "\n");
    if (size(annotations.map()) > MAX_ANNOTATIONS) {
      annotations.remove(ANNOTATION);
    }
    return Shape.sealed(result.map());
  }

  private static void removeAnnotation(TreeNode metadata) {
    metadata
        .child("annotations")
        .ifPresentOrElse(
            annotations -> {
              annotations.remove(ANNOTATION);
              nullsToEmpty(annotations);
            },
            () -> metadata.remove("annotations"));
  }

  /// Go reads annotations as strings, where null is the empty one.
  private static void nullsToEmpty(TreeNode annotations) {
    annotations.map().replaceAll((name, value) -> value == null ? "" : value);
  }

  private static long size(Map<String, @Nullable Object> annotations) {
    return annotations.entrySet().stream()
        .mapToLong(entry -> bytes(entry.getKey()) + bytes(String.valueOf(entry.getValue())))
        .sum();
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
