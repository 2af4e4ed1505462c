package dev.drover.api.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads JSON into maps and lists with a [JsonReader], for tests that compare trees.
final class JsonTree {
  private JsonTree() {}

  static @Nullable Object of(String json) {
    return of(json.getBytes(StandardCharsets.UTF_8));
  }

  static @Nullable Object of(byte[] json) {
    JsonReader in = JsonReader.over(json, 0, json.length, 200);
    Object tree = read(in);
    in.requireEnd();
    return tree;
  }

  static @Nullable Object read(JsonReader in) {
    if (in.tryNull()) {
      return null;
    }
    return switch (in.peek()) {
      case '{' -> {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        in.beginObject();
        for (boolean first = true; in.nextName(first); first = false) {
          map.put(in.name(), read(in));
        }
        yield map;
      }
      case '[' -> {
        List<@Nullable Object> list = new ArrayList<>();
        in.beginArray();
        for (boolean first = true; in.nextItem(first); first = false) {
          list.add(read(in));
        }
        yield list;
      }
      case '"' -> in.string();
      case 't', 'f' -> in.bool();
      default -> in.number64();
    };
  }
}
