package dev.drover.console;

import dev.drover.api.codec.TreeType;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The field managers of the fields of an object, from its `metadata.managedFields`.
final class FieldOwners {
  private final Map<String, Set<String>> byPath = new HashMap<>();

  private FieldOwners() {}

  static FieldOwners of(Map<?, ?> tree) {
    FieldOwners owners = new FieldOwners();
    if (tree.get("metadata") instanceof Map<?, ?> metadata
        && metadata.get("managedFields") instanceof List<?> entries) {
      for (Object entry : entries) {
        if (entry instanceof Map<?, ?> map && map.get("fieldsV1") instanceof Map<?, ?> fields) {
          String subresource = map.get("subresource") instanceof String text ? "/" + text : "";
          owners.add("", fields, tree, map.get("manager") + subresource);
        }
      }
    }
    return owners;
  }

  private void add(String path, Map<?, ?> fields, @Nullable Object value, String manager) {
    if (fields.isEmpty() || fields.containsKey(".")) {
      byPath.computeIfAbsent(path, _ -> new TreeSet<>()).add(manager);
    }
    fields.forEach(
        (key, below) -> {
          String step = String.valueOf(key);
          if (step.length() < 2 || !(below instanceof Map<?, ?> parts)) {
            return;
          }
          String name = step.substring(2);
          if (step.startsWith("f:") && value instanceof Map<?, ?> map) {
            add(FieldPaths.field(path, name), parts, map.get(name), manager);
          } else if (value instanceof List<?> list) {
            int index = indexOf(step, name, list);
            if (index >= 0) {
              add(FieldPaths.item(path, list, index), parts, list.get(index), manager);
            }
          }
        });
  }

  /// The item that a step of `fieldsV1` means; -1 if it is gone.
  private static int indexOf(String step, String name, List<?> list) {
    for (int i = 0; i < list.size(); i++) {
      boolean isMeant =
          switch (step.substring(0, 2)) {
            case "k:" ->
                list.get(i) instanceof Map<?, ?> item
                    && json(name) instanceof Map<?, ?> key
                    && item.entrySet().containsAll(key.entrySet());
            case "v:" -> String.valueOf(list.get(i)).equals(String.valueOf(json(name)));
            case "i:" -> name.equals(Integer.toString(i));
            default -> false;
          };
      if (isMeant) {
        return i;
      }
    }
    return -1;
  }

  private static @Nullable Object json(String text) {
    try {
      return TreeType.tree(text.getBytes(StandardCharsets.UTF_8));
    } catch (RuntimeException e) {
      return null; // no key of a server: no item
    }
  }

  /// The managers of a field: its own, or those of the nearest part above it that has any, because
  /// atomic lists and maps are owned as a whole.
  List<String> of(String path) {
    String at = path;
    while (true) {
      Set<String> managers = byPath.get(at);
      if (managers != null) {
        return List.copyOf(managers);
      }
      int end = Math.max(at.lastIndexOf('.'), at.lastIndexOf('['));
      if (end <= 0) {
        return List.of();
      }
      at = at.substring(0, end);
    }
  }
}
