package dev.drover.crd.source;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lenient reads of the tree of a definition, which is input from outside and may have any shape.
final class Trees {
  private Trees() {}

  /// The object at this place; empty where something else is.
  static Map<String, @Nullable Object> map(@Nullable Object tree) {
    if (!(tree instanceof Map<?, ?> map)) {
      return Map.of();
    }
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    map.forEach((name, value) -> copy.put(String.valueOf(name), value));
    return copy;
  }

  static List<?> list(@Nullable Object tree) {
    return tree instanceof List<?> list ? list : List.of();
  }

  static List<String> texts(@Nullable Object tree) {
    return list(tree).stream().filter(String.class::isInstance).map(String.class::cast).toList();
  }

  static String text(@Nullable Object tree) {
    return tree instanceof String text ? text : "";
  }
}
