package dev.drover.server.table;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Values of cells that several kinds share. Fields are named by the path to them, such as
/// `spec.replicas`.
public final class Cells {
  public static final String NONE = "<none>";
  public static final String UNSET = "<unset>";
  public static final String UNKNOWN = "<unknown>";

  private Cells() {}

  /// The object that a path leads to, or an empty one.
  public static TreeNode at(TreeNode object, String path) {
    TreeNode at = object;
    for (String name : path.split("\\.")) {
      at = at.at(name);
    }
    return at;
  }

  private static @Nullable Object value(TreeNode object, String path) {
    int dot = path.lastIndexOf('.');
    return dot < 0
        ? object.get(path)
        : at(object, path.substring(0, dot)).get(path.substring(dot + 1));
  }

  public static Column.Timeless text(String path) {
    return textOr(path, "");
  }

  /// The text of a field, or something else when it is not there.
  public static Column.Timeless textOr(String path, String otherwise) {
    return object -> value(object, path) instanceof String text ? text : otherwise;
  }

  /// The text of a field, or something else when it is empty.
  public static Column.Timeless filledOr(String path, String otherwise) {
    return object ->
        value(object, path) instanceof String text && !text.isEmpty() ? text : otherwise;
  }

  public static long count(TreeNode object, String path) {
    return value(object, path) instanceof Number number ? number.longValue() : 0;
  }

  public static Column.Timeless number(String path) {
    return object -> count(object, path);
  }

  public static Column.Timeless numberOr(String path, Object otherwise) {
    return object -> value(object, path) instanceof Number number ? number : otherwise;
  }

  public static Column.Timeless truth(String path, boolean otherwise) {
    return object -> value(object, path) instanceof Boolean truth ? truth : otherwise;
  }

  /// How many items or entries a field has.
  public static Column.Timeless size(String path) {
    return object ->
        switch (value(object, path)) {
          case Collection<?> items -> (long) items.size();
          case Map<?, ?> entries -> (long) entries.size();
          case null, default -> 0L;
        };
  }

  /// How many there are of how many.
  public static Column.Timeless ratio(String done, String wanted) {
    return object -> count(object, done) + "/" + count(object, wanted);
  }

  /// Labels as `a=b,c=d`.
  public static Column.Timeless labels(String path) {
    return object -> {
      String text = joined(at(object, path).map());
      return text.isEmpty() ? NONE : text;
    };
  }

  private static String joined(Map<String, @Nullable Object> labels) {
    return new TreeMap<>(labels)
        .entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(","));
  }

  /// A label selector, or that there is none.
  public static Column.Timeless selector(String path) {
    return object -> {
      String text = requirements(at(object, path));
      return text.isEmpty() ? NONE : text;
    };
  }

  /// A label selector as clients write it in requests: `a=b,c in (d,e),!f`.
  public static String requirements(TreeNode selector) {
    // Several requirements may have one key; they stay in their order then.
    Map<String, List<String>> byKey = new TreeMap<>();
    selector
        .textMap("matchLabels")
        .forEach(
            (key, value) ->
                byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(key + "=" + value));
    for (TreeNode expression : selector.items("matchExpressions")) {
      String key = expression.text("key");
      byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(requirement(key, expression));
    }
    return byKey.values().stream().flatMap(List::stream).collect(Collectors.joining(","));
  }

  private static String requirement(String key, TreeNode expression) {
    String values = expression.texts("values").stream().sorted().collect(Collectors.joining(","));
    return switch (expression.text("operator")) {
      case "In" -> key + " in (" + values + ")";
      case "NotIn" -> key + " notin (" + values + ")";
      case "DoesNotExist" -> "!" + key;
      default -> key;
    };
  }

  /// The first three of many, and how many more there are.
  public static String firstThree(List<String> all, String whenEmpty) {
    int shown = Math.min(3, all.size());
    String text = String.join(",", all.subList(0, shown));
    if (shown < all.size()) {
      return text + " + " + (all.size() - shown) + " more...";
    }
    return text.isEmpty() ? whenEmpty : text;
  }

  public static Optional<TreeNode> condition(TreeNode object, String type) {
    return object.at("status").items("conditions").stream()
        .filter(condition -> condition.text("type").equals(type))
        .findFirst();
  }

  public static boolean isTrue(TreeNode object, String type) {
    return condition(object, type).filter(c -> c.text("status").equals("True")).isPresent();
  }

  public static boolean isBeingDeleted(TreeNode object) {
    return object.at("metadata").has("deletionTimestamp");
  }

  public static boolean hasAnnotation(TreeNode object, String name) {
    return object.at("metadata").at("annotations").text(name).equals("true");
  }
}
