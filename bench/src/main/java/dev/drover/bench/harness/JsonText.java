package dev.drover.bench.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON trees (maps, lists, strings, numbers, booleans, null) and their compact text.
///
/// Written without Drover's own codec, so that what is measured does not make its own input.
public final class JsonText {
  private JsonText() {}

  /// A map that keeps the order of its pairs: key, value, key, value, ...
  public static Map<String, @Nullable Object> object(@Nullable Object... pairs) {
    Map<String, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(pairs.length / 2);
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }

  /// The same map with more pairs at its end.
  public static Map<String, @Nullable Object> with(
      Map<String, @Nullable Object> map, @Nullable Object... pairs) {
    Map<String, @Nullable Object> changed = new LinkedHashMap<>(map);
    changed.putAll(object(pairs));
    return changed;
  }

  public static String of(@Nullable Object tree) {
    StringBuilder out = new StringBuilder();
    append(out, tree);
    return out.toString();
  }

  static void append(StringBuilder out, @Nullable Object tree) {
    switch (tree) {
      case Map<?, ?> map -> appendObject(out, map);
      case List<?> list -> appendList(out, list);
      case String text -> appendString(out, text);
      case null, default -> out.append(tree);
    }
  }

  private static void appendObject(StringBuilder out, Map<?, ?> map) {
    char separator = '{';
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      appendString(out, (String) entry.getKey());
      out.append(':');
      append(out, entry.getValue());
      separator = ',';
    }
    out.append(map.isEmpty() ? "{}" : "}");
  }

  private static void appendList(StringBuilder out, List<?> list) {
    char separator = '[';
    for (Object item : list) {
      out.append(separator);
      append(out, item);
      separator = ',';
    }
    out.append(list.isEmpty() ? "[]" : "]");
  }

  private static void appendString(StringBuilder out, String text) {
    out.append('"');
    int plain = 0; // all before this index is written
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        out.append(text, plain, i);
        out.append(c < ' ' ? "\\u%04x".formatted((int) c) : "\\" + c);
        plain = i + 1;
      }
    }
    out.append(text, plain, text.length()).append('"');
  }
}
