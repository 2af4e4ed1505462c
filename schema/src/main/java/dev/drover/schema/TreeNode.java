package dev.drover.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A JSON object that is being worked on: read with defaults, changed in place.
///
/// Values are what a JSON tree holds: maps, lists, strings, [Long], [Double], [Boolean], null.
/// Reads of something that is absent, null or of another type give the empty value of the type
/// asked for; callers check types before, if they need to. Not safe for several threads.
public final class TreeNode {
  private final Map<String, @Nullable Object> map;

  private TreeNode(Map<String, @Nullable Object> map) {
    this.map = map;
  }

  /// An empty object.
  public static TreeNode empty() {
    return new TreeNode(new LinkedHashMap<>());
  }

  /// A deep copy that can be changed.
  public static TreeNode copyOf(Map<String, ? extends @Nullable Object> tree) {
    return new TreeNode(mutable(tree));
  }

  /// A deep copy with the fields in the order of their names.
  public static TreeNode sorted(Map<String, ? extends @Nullable Object> tree) {
    TreeNode copy = copyOf(new TreeMap<>(tree));
    copy.map.replaceAll((name, value) -> sortedValue(value));
    return copy;
  }

  private static @Nullable Object sortedValue(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> sorted(view(map).map()).map();
      case List<?> list -> {
        List<@Nullable Object> items = new ArrayList<>(list);
        items.replaceAll(TreeNode::sortedValue);
        yield items;
      }
      case null, default -> value;
    };
  }

  private static Map<String, @Nullable Object> mutable(Map<?, ?> tree) {
    Map<String, @Nullable Object> copy = LinkedHashMap.newLinkedHashMap(tree.size());
    tree.forEach((name, value) -> copy.put((String) name, mutable(value)));
    return copy;
  }

  /// A deep copy of a JSON value that can be changed.
  static @Nullable Object mutable(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> mutable(map);
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>(list.size());
        list.forEach(item -> copy.add(mutable(item)));
        yield copy;
      }
      case null, default -> value;
    };
  }

  /// The object as a map: live, and mutable like this.
  public Map<String, @Nullable Object> map() {
    return map;
  }

  /// Whether the field is there and not null.
  public boolean has(String name) {
    return map.get(name) != null;
  }

  /// The value of a field, or null.
  public @Nullable Object get(String name) {
    return map.get(name);
  }

  /// The string in a field, or an empty one.
  public String text(String name) {
    return map.get(name) instanceof String text ? text : "";
  }

  /// The whole number in a field, or `otherwise`.
  public long number(String name, long otherwise) {
    return map.get(name) instanceof Number number ? number.longValue() : otherwise;
  }

  /// Whether the field holds true.
  public boolean isTrue(String name) {
    return Boolean.TRUE.equals(map.get(name));
  }

  /// The object in a field: a live view.
  public Optional<TreeNode> child(String name) {
    return map.get(name) instanceof Map<?, ?> child ? Optional.of(view(child)) : Optional.empty();
  }

  /// The object in a field, or an empty one that is not part of this: for reading on.
  public TreeNode at(String name) {
    return child(name).orElseGet(TreeNode::empty);
  }

  /// The object in a field, made when it is not there yet.
  public TreeNode orCreate(String name) {
    if (!(map.get(name) instanceof Map<?, ?>)) {
      map.put(name, new LinkedHashMap<String, @Nullable Object>());
    }
    return at(name);
  }

  /// The objects in a list: live views; other items are left out.
  public List<TreeNode> items(String name) {
    List<TreeNode> items = new ArrayList<>();
    for (Object item : list(name)) {
      if (item instanceof Map<?, ?> child) {
        items.add(view(child));
      }
    }
    return items;
  }

  /// The list in a field, or an empty one that is not part of this.
  @SuppressWarnings("unchecked") // JSON lists hold JSON values
  public List<@Nullable Object> list(String name) {
    return map.get(name) instanceof List<?> list
        ? (List<@Nullable Object>) list
        : new ArrayList<>();
  }

  /// The strings in a list; other items are left out.
  public List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object item : list(name)) {
      if (item instanceof String text) {
        texts.add(text);
      }
    }
    return texts;
  }

  /// The strings in a map; other values are left out.
  public Map<String, String> textMap(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    at(name)
        .map
        .forEach(
            (key, value) -> {
              if (value instanceof String text) {
                texts.put(key, text);
              }
            });
    return texts;
  }

  /// Sets a field to a JSON value, which is copied.
  public TreeNode set(String name, @Nullable Object value) {
    map.put(
        name,
        switch (value) {
          case TreeNode node -> mutable(node.map);
          case Integer number -> number.longValue();
          case null, default -> mutable(value);
        });
    return this;
  }

  /// Sets a field that is absent or null.
  public TreeNode setDefault(String name, Object value) {
    return has(name) ? this : set(name, value);
  }

  /// Takes a field away.
  public TreeNode remove(String name) {
    map.remove(name);
    return this;
  }

  /// A live view of a JSON object: what changes here changes there.
  @SuppressWarnings("unchecked") // JSON objects have string keys
  public static TreeNode view(Map<?, ?> map) {
    return new TreeNode((Map<String, @Nullable Object>) map);
  }

  @Override
  public String toString() {
    return "TreeNode" + map.keySet(); // values may be secret
  }
}
