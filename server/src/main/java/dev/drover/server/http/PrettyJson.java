package dev.drover.server.http;

import dev.drover.api.RawExtension;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON for people: two spaces per level, as Go's `MarshalIndent`.
final class PrettyJson {
  private final StringBuilder text = new StringBuilder();

  private PrettyJson() {}

  static String print(Map<String, ? extends @Nullable Object> tree) {
    PrettyJson json = new PrettyJson();
    json.value(tree, 0);
    return json.text.toString();
  }

  private void value(@Nullable Object value, int depth) {
    switch (value) {
      case Map<?, ?> map when !map.isEmpty() -> object(map, depth);
      case List<?> list when !list.isEmpty() -> list(list, depth);
      case null -> text.append("null");
      default -> text.append(RawExtension.ofTree(value).raw().utf8());
    }
  }

  private void object(Map<?, ?> map, int depth) {
    text.append('{');
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      newLine(depth + 1);
      value(entry.getKey(), depth + 1);
      text.append(": ");
      value(entry.getValue(), depth + 1);
      text.append(entries.hasNext() ? "," : "");
    }
    newLine(depth);
    text.append('}');
  }

  private void list(List<?> list, int depth) {
    text.append('[');
    Iterator<?> items = list.iterator();
    while (items.hasNext()) {
      newLine(depth + 1);
      value(items.next(), depth + 1);
      text.append(items.hasNext() ? "," : "");
    }
    newLine(depth);
    text.append(']');
  }

  private void newLine(int depth) {
    text.append('\n').repeat("  ", depth);
  }
}
