package dev.drover.client;

import dev.drover.api.Bytes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Reads the fields of a mapping in a kubeconfig; what does not fit is an error that names the
/// place and never the value. Unknown fields are ignored.
///
/// @param values the mapping
/// @param place such as `user 'jane' in /home/jane/.kube/config`
/// @param pointer the JSON pointer of the mapping in its file
record Fields(Map<?, ?> values, String place, String pointer) {

  /// Text; null if there is none, or only empty text.
  @Nullable String text(String name) {
    Object value = values.get(name);
    if (value == null) {
      return null;
    }
    if (value instanceof String text) {
      return text.isEmpty() ? null : text;
    }
    throw wrong(name, "must be text; put it in quotes");
  }

  boolean bool(String name) {
    Object value = values.get(name);
    if (value == null) {
      return false;
    }
    if (value instanceof Boolean claim) {
      return claim;
    }
    throw wrong(name, "must be true or false, without quotes");
  }

  /// A file; relative ones are taken from a folder.
  @Nullable Path path(String name, Path folder) {
    String text = text(name);
    return text == null ? null : resolved(text, folder);
  }

  /// As Go does it: absolute paths stay as they are.
  static Path resolved(String text, Path folder) {
    Path path = Path.of(text);
    return path.isAbsolute() ? path : folder.resolve(path).normalize();
  }

  /// Bytes in base64.
  @Nullable Bytes data(String name) {
    String text = text(name);
    if (text == null) {
      return null;
    }
    try {
      return Bytes.ofBase64(text);
    } catch (IllegalArgumentException e) {
      // Not the cause: its message shows a piece of the content.
      throw wrong(name, "is not base64");
    }
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object item : list(name)) {
      if (!(item instanceof String text)) {
        throw wrong(name, "must be a list of texts; put them in quotes");
      }
      texts.add(text);
    }
    return texts;
  }

  /// The inside of a mapping in this one; null if there is none.
  @Nullable Fields inside(String name) {
    Object value = values.get(name);
    if (value == null) {
      return null;
    }
    return new Fields(mapping(name, value), place + ", " + name, pointer + "/" + name);
  }

  /// A list of mappings.
  List<Fields> all(String name) {
    List<Fields> all = new ArrayList<>();
    for (Object item : list(name)) {
      int index = all.size();
      all.add(
          new Fields(
              mapping(name, item),
              place + ", " + name + "[" + index + "]",
              pointer + "/" + name + "/" + index));
    }
    return all;
  }

  /// A list of entries with a name and a mapping, as kubeconfigs have them for clusters, users and
  /// contexts.
  <T> Map<String, T> named(String listName, String kind, BiFunction<String, Fields, T> reader) {
    Map<String, T> entries = new LinkedHashMap<>();
    for (Fields entry : all(listName)) {
      String name = entry.text("name");
      String key = name == null ? "" : name;
      Object value = entry.values.get(kind);
      Map<?, ?> inside = value == null ? Map.of() : entry.mapping(kind, value);
      String at = entry.pointer + "/" + kind;
      T read = reader.apply(key, new Fields(inside, kind + " '" + key + "' in " + place, at));
      if (entries.put(key, read) != null) {
        throw wrong(listName, "has two entries with the name '" + key + "'; remove one");
      }
    }
    return entries;
  }

  private List<?> list(String name) {
    Object value = values.get(name);
    if (value == null) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return list;
    }
    throw wrong(name, "must be a list");
  }

  private Map<?, ?> mapping(String name, @Nullable Object value) {
    if (value instanceof Map<?, ?> mapping) {
      return mapping;
    }
    throw wrong(name, "must be a mapping");
  }

  ConfigException wrong(String name, String problem) {
    return new ConfigException(place + ": " + name + " " + problem, pointer + "/" + name);
  }

  /// The values may be secrets.
  @Override
  public String toString() {
    return "Fields[" + place + "]";
  }
}
