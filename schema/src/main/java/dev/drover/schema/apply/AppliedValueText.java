package dev.drover.schema.apply;

import dev.drover.schema.GoFormat;
import dev.drover.schema.GoQuoting;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Prints applied values for messages. They were read from YAML or from `FieldsV1`, where Go makes
/// every number a `float64`, and print accordingly: `1e+06`.
final class AppliedValueText {
  private AppliedValueText() {}

  /// A value in a path: `"nginx"`, `80`, `true`.
  static String inPath(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String text -> GoQuoting.quote(text);
      case List<?> list ->
          list.stream().map(AppliedValueText::inPath).collect(Collectors.joining(",", "[", "]"));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> entry.getKey() + "=" + inPath(entry.getValue()))
              .collect(Collectors.joining());
      default -> GoFormat.value(asRead(value));
    };
  }

  /// A value of the wrong type: `&{map[a:1]}`.
  static String plain(Object value) {
    return "&{" + GoFormat.value(asRead(value)) + "}";
  }

  /// A value of the wrong type, in Go's syntax.
  static String syntax(Object value) {
    return "&value.valueUnstructured{Value:" + GoFormat.syntax(asRead(value)) + "}";
  }

  /// The type of a value.
  static String type(Object value) {
    return GoFormat.type(asRead(value));
  }

  private static @Nullable Object asRead(@Nullable Object value) {
    return switch (value) {
      case Number number -> number.doubleValue();
      case List<?> list -> list.stream().map(AppliedValueText::asRead).collect(Collectors.toList());
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> read = new TreeMap<>();
        map.forEach((name, entry) -> read.put((String) name, asRead(entry)));
        yield read;
      }
      case null, default -> value;
    };
  }
}
