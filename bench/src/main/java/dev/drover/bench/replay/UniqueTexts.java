package dev.drover.bench.replay;

import static dev.drover.bench.harness.JsonText.with;

import dev.drover.bench.replay.ReplayEvents.Shape;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Makes the places in a pod that differ from event to event.
final class UniqueTexts {
  private static final String VERSION = new String(ReplayEvents.VERSION, StandardCharsets.US_ASCII);
  private static final String NUMBERED =
      new String(ReplayEvents.NUMBERED, StandardCharsets.US_ASCII);

  private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT.*Z");

  /// Maps whose keys are texts of the user.
  private static final Set<String> FREE_KEYS = Set.of("labels", "annotations");

  /// Maps of quantities.
  private static final Set<String> QUANTITIES = Set.of("requests", "limits", "allocatedResources");

  private UniqueTexts() {}

  static Map<String, @Nullable Object> prepared(Map<String, @Nullable Object> pod, Shape shape) {
    Map<String, @Nullable Object> metadata = map(pod.get("metadata"));
    Map<String, @Nullable Object> changed =
        switch (shape) {
          case REPEATING -> pod;
          case UNIQUE -> numbered(pod);
        };
    // What an object is known by stays.
    return with(
        changed,
        "metadata",
        with(
            map(changed.get("metadata")),
            "name",
            metadata.get("name"),
            "namespace",
            metadata.get("namespace"),
            "uid",
            metadata.get("uid"),
            "resourceVersion",
            VERSION));
  }

  private static Map<String, @Nullable Object> numbered(Map<String, @Nullable Object> tree) {
    Map<String, @Nullable Object> changed = new LinkedHashMap<>();
    tree.forEach((name, value) -> changed.put(name, numbered(name, value)));
    return changed;
  }

  private static @Nullable Object numbered(String name, @Nullable Object value) {
    return switch (value) {
      case Map<?, ?> quantities when QUANTITIES.contains(name) -> {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(map(quantities));
        changed.replaceAll((_, _) -> NUMBERED + "m");
        yield changed;
      }
      case Map<?, ?> texts when FREE_KEYS.contains(name) -> {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>();
        map(texts).forEach((key, text) -> changed.put(key + NUMBERED, numbered(key, text)));
        yield changed;
      }
      // The server's own notes; what is in there are names of fields.
      case Map<?, ?> fields when name.equals("fieldsV1") ->
          with(map(fields), "f:" + NUMBERED, Map.of());
      case Map<?, ?> tree -> numbered(map(tree));
      case List<?> list -> list.stream().map(item -> numbered(name, item)).toList();
      case String text when TIME.matcher(text).matches() || isFixed(name) -> text;
      case String text -> text + NUMBERED;
      case null, default -> value;
    };
  }

  /// Where clients expect one of a few words.
  private static boolean isFixed(String name) {
    return name.equals("apiVersion") || name.equals("kind") || name.equals("fieldsType");
  }

  @SuppressWarnings("unchecked") // JSON has string keys
  private static Map<String, @Nullable Object> map(@Nullable Object tree) {
    return (Map<String, @Nullable Object>) tree;
  }
}
