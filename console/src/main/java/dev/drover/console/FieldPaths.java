package dev.drover.console;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Names the fields of an object: `spec.template.spec.containers[name=web].image`. Items of a list
/// are named by their `name` or `type` where each has another one, and by their index elsewhere, so
/// that an item that moves is no change.
final class FieldPaths {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");
  private static final List<String> IDENTITIES = List.of("name", "type", "uid", "containerPort");

  private FieldPaths() {}

  /// A field and its value; a value is no map, and a list only if it is empty.
  ///
  /// @param value as it is shown
  record Leaf(String path, @Nullable Object value) {}

  /// A field that differs.
  record Difference(String path, @Nullable Object before, @Nullable Object after) {}

  /// The path of a field of an object.
  static String field(String parent, String name) {
    boolean isPlain = PLAIN.matcher(name).matches();
    return isPlain ? (parent.isEmpty() ? name : parent + "." + name) : parent + "[" + name + "]";
  }

  /// The path of an item of a list.
  static String item(String parent, List<?> list, int index) {
    String identity = identity(list);
    return identity.isEmpty()
        ? parent + "[" + index + "]"
        : parent + "[" + identity + "=" + ((Map<?, ?>) list.get(index)).get(identity) + "]";
  }

  /// The field by which the items of a list differ; empty if there is none.
  private static String identity(List<?> list) {
    for (String name : list.isEmpty() ? List.<String>of() : IDENTITIES) {
      Set<Object> seen = new HashSet<>();
      boolean isUnique =
          list.stream()
              .allMatch(
                  item ->
                      item instanceof Map<?, ?> map
                          && map.get(name) != null
                          && !(map.get(name) instanceof Map)
                          && seen.add(Objects.requireNonNull(map.get(name))));
      if (isUnique) {
        return name;
      }
    }
    return "";
  }

  /// All fields of a tree, in order.
  static List<Leaf> leaves(Map<?, ?> tree) {
    List<Leaf> leaves = new ArrayList<>();
    collect("", tree, leaves);
    return leaves;
  }

  private static void collect(String path, @Nullable Object value, List<Leaf> leaves) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      map.forEach((name, part) -> collect(field(path, String.valueOf(name)), part, leaves));
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      for (int i = 0; i < list.size(); i++) {
        collect(item(path, list, i), list.get(i), leaves);
      }
    } else {
      leaves.add(new Leaf(path, value));
    }
  }

  /// What differs between two states of an object. Compares the states themselves, and shows the
  /// masked values: a secret that changed is a difference, too.
  static List<Difference> differences(Map<?, ?> before, Map<?, ?> after) {
    Map<String, @Nullable Object> old = byPath(before);
    Map<String, @Nullable Object> now = byPath(after);
    Map<String, @Nullable Object> oldShown = byPath(Masking.tree(named(before)));
    Map<String, @Nullable Object> nowShown = byPath(Masking.tree(named(after)));
    Set<String> paths = new LinkedHashSet<>(old.keySet());
    paths.addAll(now.keySet());
    return paths.stream()
        .filter(
            path ->
                old.containsKey(path) != now.containsKey(path)
                    || !Objects.equals(old.get(path), now.get(path)))
        .map(path -> new Difference(path, oldShown.get(path), nowShown.get(path)))
        .toList();
  }

  private static Map<String, @Nullable Object> byPath(Map<?, ?> tree) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    leaves(tree).forEach(leaf -> all.put(leaf.path(), leaf.value()));
    return all;
  }

  private static Map<String, @Nullable Object> named(Map<?, ?> tree) {
    Map<String, @Nullable Object> all = new HashMap<>();
    tree.forEach((name, value) -> all.put(String.valueOf(name), value));
    return all;
  }
}
