package dev.drover.recipes.set;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The paths at which an object differs from its description, for messages. Approximate where a
/// value has several forms, which only the server knows. Values are not shown, because they may be
/// secret.
final class FieldChanges {
  private static final int MOST = 20;

  private FieldChanges() {}

  static List<String> between(Map<?, ?> description, Map<?, ?> live) {
    List<String> paths = new ArrayList<>();
    map("", description, live, paths);
    return paths.size() > MOST ? List.copyOf(withRest(paths)) : List.copyOf(paths);
  }

  private static List<String> withRest(List<String> paths) {
    List<String> some = new ArrayList<>(paths.subList(0, MOST));
    some.add((paths.size() - MOST) + " more");
    return some;
  }

  private static void map(String path, Map<?, ?> wanted, Map<?, ?> live, List<String> paths) {
    wanted.forEach(
        (name, value) -> {
          String below = path.isEmpty() ? String.valueOf(name) : path + "." + name;
          if (!below.equals("metadata.annotations." + SetIdentity.APPLIED)
              && !below.equals("metadata.uid")) {
            value(below, value, live.get(name), paths);
          }
        });
  }

  private static void value(
      String path, @Nullable Object wanted, @Nullable Object live, List<String> paths) {
    if (wanted instanceof Map<?, ?> map) {
      if (live instanceof Map<?, ?> there) {
        map(path, map, there, paths);
      } else if (!map.isEmpty() || live != null) {
        paths.add(path);
      }
    } else if (wanted instanceof List<?> list && live instanceof List<?> there) {
      list(path, list, there, paths);
    } else if (!Objects.equals(wanted, live)) {
      paths.add(path);
    }
  }

  /// Items with a name are compared by it, others by their place.
  private static void list(String path, List<?> wanted, List<?> live, List<String> paths) {
    for (int i = 0; i < wanted.size(); i++) {
      Object item = wanted.get(i);
      if (item instanceof Map<?, ?> map && map.get("name") instanceof String name) {
        value(path + "[" + name + "]", item, named(live, name), paths);
      } else {
        value(path + "[" + i + "]", item, i < live.size() ? live.get(i) : null, paths);
      }
    }
  }

  private static @Nullable Object named(List<?> live, String name) {
    for (Object item : live) {
      if (item instanceof Map<?, ?> map && name.equals(map.get("name"))) {
        return item;
      }
    }
    return null;
  }
}
