package dev.drover.crd.engine;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Follows paths of names such as `.spec.replicas` through objects.
public final class JsonPaths {
  private JsonPaths() {}

  /// The steps of a path; the leading dot does not count.
  public static List<String> steps(String path) {
    return List.of((path.startsWith(".") ? path.substring(1) : path).split("\\.", -1));
  }

  /// What a path leads to.
  public static Optional<Object> find(TreeNode object, String path) {
    Object here = object.map();
    for (String step : steps(path)) {
      here = here instanceof Map<?, ?> map ? map.get(step) : null;
    }
    return Optional.ofNullable(here);
  }

  /// The whole number at a path, if there is anything.
  ///
  /// @throws IllegalArgumentException in Kubernetes' words when there is something else, there or
  ///   on the way
  public static Optional<Long> number(TreeNode object, String path) {
    return typed(object, path, Long.class, "int64");
  }

  /// The string at a path, if there is anything.
  ///
  /// @throws IllegalArgumentException in Kubernetes' words when there is something else, there or
  ///   on the way
  public static Optional<String> text(TreeNode object, String path) {
    return typed(object, path, String.class, "string");
  }

  private static <T> Optional<T> typed(TreeNode object, String path, Class<T> type, String goType) {
    List<String> steps = steps(path);
    Object here = object.map();
    for (int i = 0; i < steps.size(); i++) {
      if (here == null) {
        return Optional.empty();
      }
      if (!(here instanceof Map<?, ?> map)) {
        throw wrongType(steps.subList(0, i + 1), here, "map[string]interface{}");
      }
      if (!map.containsKey(steps.get(i))) {
        return Optional.empty();
      }
      here = map.get(steps.get(i));
    }
    if (!type.isInstance(here)) {
      throw wrongType(steps, here, goType);
    }
    return Optional.of(type.cast(here));
  }

  private static IllegalArgumentException wrongType(
      List<String> steps, @Nullable Object value, String wanted) {
    return new IllegalArgumentException(
        ".%s accessor error: %s is of the type %s, expected %s"
            .formatted(
                String.join(".", steps), GoValues.plain(value), GoValues.type(value), wanted));
  }
}
