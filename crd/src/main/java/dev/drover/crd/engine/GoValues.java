package dev.drover.crd.engine;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values of untyped objects as Go prints them and their types.
final class GoValues {
  private GoValues() {}

  /// As `%T` has it.
  static String type(@Nullable Object value) {
    return switch (value) {
      case null -> "<nil>";
      case String _ -> "string";
      case Boolean _ -> "bool";
      case Long _ -> "int64";
      case Double _ -> "float64";
      case List<?> _ -> "[]interface {}";
      default -> "map[string]interface {}";
    };
  }

  /// As `%v` has it.
  static String plain(@Nullable Object value) {
    return switch (value) {
      case null -> "<nil>";
      case List<?> list ->
          "[" + String.join(" ", list.stream().map(GoValues::plain).toList()) + "]";
      case Map<?, ?> map ->
          "map["
              + String.join(
                  " ",
                  map.entrySet().stream()
                      .map(entry -> entry.getKey() + ":" + plain(entry.getValue()))
                      .sorted()
                      .toList())
              + "]";
      default -> value.toString();
    };
  }
}
