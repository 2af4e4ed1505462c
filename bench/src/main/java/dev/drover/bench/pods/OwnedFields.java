package dev.drover.bench.pods;

import static dev.drover.bench.harness.JsonText.object;

import dev.drover.bench.harness.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The entry of `managedFields` that the API server keeps for a client that wrote these values: a
/// tree of `f:` (field) and `k:` (list item by its keys) steps.
final class OwnedFields {
  /// The lists of a pod whose items are owned one by one, and what names an item. All other lists
  /// have one owner.
  private static final Map<String, List<String>> KEYS =
      Map.of(
          "containers", List.of("name"),
          "env", List.of("name"),
          "ports", List.of("containerPort", "protocol"),
          "volumeMounts", List.of("mountPath"),
          "volumes", List.of("name"),
          "conditions", List.of("type"),
          "podIPs", List.of("ip"),
          "ownerReferences", List.of("uid"),
          "topologySpreadConstraints", List.of("topologyKey", "whenUnsatisfiable"));

  /// Always present, so no manager owns their existence.
  private static final Set<String> UNOWNED =
      Set.of("metadata", "spec", "status", "containers", "conditions");

  private OwnedFields() {}

  static Map<String, @Nullable Object> entry(
      String manager, String time, Map<String, @Nullable Object> fields, String subresource) {
    Map<String, @Nullable Object> entry =
        object(
            "manager",
            manager,
            "operation",
            "Update",
            "apiVersion",
            "v1",
            "time",
            time,
            "fieldsType",
            "FieldsV1",
            "fieldsV1",
            fields);
    if (!subresource.isEmpty()) {
      entry.put("subresource", subresource);
    }
    return entry;
  }

  /// The steps to all that is in this object.
  static Map<String, @Nullable Object> of(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> steps = new TreeMap<>();
    object.forEach((name, value) -> steps.put("f:" + name, below(name, value)));
    return new LinkedHashMap<>(steps);
  }

  private static Map<String, @Nullable Object> below(String name, @Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map when map.isEmpty() -> object();
      case Map<?, ?> map when UNOWNED.contains(name) -> of(cast(map));
      case Map<?, ?> map -> withSelf(of(cast(map)));
      case List<?> list when UNOWNED.contains(name) -> items(name, list);
      case List<?> list when KEYS.containsKey(name) -> withSelf(items(name, list));
      case null, default -> object();
    };
  }

  private static Map<String, @Nullable Object> items(String name, List<?> list) {
    Map<String, @Nullable Object> steps = new TreeMap<>();
    for (Object item : list) {
      Map<String, @Nullable Object> fields = cast((Map<?, ?>) item);
      Map<String, @Nullable Object> key =
          KEYS.get(name).stream()
              .collect(
                  Collectors.toMap(Function.identity(), fields::get, (a, b) -> a, TreeMap::new));
      // An owner reference is written as a whole.
      boolean whole = name.equals("ownerReferences");
      steps.put("k:" + JsonText.of(key), whole ? object() : withSelf(of(fields)));
    }
    return steps;
  }

  private static Map<String, @Nullable Object> withSelf(Map<String, @Nullable Object> steps) {
    Map<String, @Nullable Object> all = object(".", object());
    all.putAll(steps);
    return all;
  }

  @SuppressWarnings("unchecked") // JSON has string keys
  private static Map<String, @Nullable Object> cast(Map<?, ?> tree) {
    return (Map<String, @Nullable Object>) tree;
  }
}
