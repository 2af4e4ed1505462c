package dev.drover.testkit.trial;

import dev.drover.api.RawExtension;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Lenient reads of JSON trees: a missing value reads as the empty one.
final class Json {
  private Json() {}

  /// Parses an object; empty if the text is none.
  static Map<String, @Nullable Object> parse(byte[] text) {
    try {
      return object(RawExtension.ofJson(new String(text, StandardCharsets.UTF_8)).tree());
    } catch (RuntimeException e) {
      return Map.of(); // plain text of a proxy, or nothing
    }
  }

  @SuppressWarnings("unchecked") // names of a JSON object are strings
  static Map<String, @Nullable Object> object(@Nullable Object tree) {
    return tree instanceof Map<?, ?> map ? (Map<String, @Nullable Object>) map : Map.of();
  }

  static Map<String, @Nullable Object> object(Map<String, ?> tree, String name) {
    return object(tree.get(name));
  }

  static String text(Map<String, ?> tree, String... path) {
    Object at = tree;
    for (String name : path) {
      at = object(at).get(name);
    }
    return at instanceof String text ? text : at instanceof Number number ? number.toString() : "";
  }

  static List<Map<String, @Nullable Object>> objects(Map<String, ?> tree, String name) {
    List<Map<String, @Nullable Object>> items = new ArrayList<>();
    if (tree.get(name) instanceof List<?> list) {
      list.forEach(item -> items.add(object(item)));
    }
    return items;
  }

  static List<String> texts(Map<String, ?> tree, String name) {
    return tree.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }
}
