package dev.drover.schema;

import dev.drover.api.RawExtension;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// JSON trees as Go prints them, where Kubernetes' messages show values that way.
public final class GoFormat {
  private GoFormat() {}

  /// The value as `%v` prints it: `map[a:1 b:[x y]]`, `<nil>`.
  public static String value(@Nullable Object tree) {
    return switch (tree) {
      case null -> "<nil>";
      case Map<?, ?> map ->
          new TreeMap<>(map)
              .entrySet().stream()
                  .map(entry -> entry.getKey() + ":" + value(entry.getValue()))
                  .collect(Collectors.joining(" ", "map[", "]"));
      case List<?> list ->
          list.stream().map(GoFormat::value).collect(Collectors.joining(" ", "[", "]"));
      case Double number -> number(number);
      default -> tree.toString();
    };
  }

  /// The value as `%#v` prints it: `map[string]interface {}{"a":1}`.
  public static String syntax(@Nullable Object tree) {
    return switch (tree) {
      case null -> "interface {}(nil)";
      case String text -> GoQuoting.quote(text);
      case Map<?, ?> map ->
          new TreeMap<>(map)
              .entrySet().stream()
                  .map(entry -> syntax(entry.getKey()) + ":" + syntax(entry.getValue()))
                  .collect(Collectors.joining(", ", "map[string]interface {}{", "}"));
      case List<?> list ->
          list.stream()
              .map(GoFormat::syntax)
              .collect(Collectors.joining(", ", "[]interface {}{", "}"));
      default -> value(tree);
    };
  }

  /// The value as `json.Marshal` writes it: safe inside HTML.
  public static String json(@Nullable Object tree) {
    String json =
        tree == null
            ? "null"
            : new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
    // Only strings have these characters.
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /// The type that Go holds such a value in: `map[string]interface {}`, `int64`.
  public static String type(@Nullable Object tree) {
    return switch (tree) {
      case null -> "%!s(<nil>)";
      case Map<?, ?> _ -> "map[string]interface {}";
      case List<?> _ -> "[]interface {}";
      case Double _ -> "float64";
      case Number _ -> "int64";
      case Boolean _ -> "bool";
      default -> "string";
    };
  }

  private static String number(double number) {
    if (number == 0) {
      return 1 / number < 0 ? "-0" : "0";
    }
    BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    int exponent = exact.precision() - exact.scale() - 1;
    if (exponent >= -4 && exponent < 6) {
      return exact.toPlainString();
    }
    BigDecimal mantissa =
        exact.movePointLeft(exponent).setScale(exact.precision() - 1, RoundingMode.UNNECESSARY);
    return mantissa.toPlainString()
        + "e"
        + (exponent < 0 ? "-" : "+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }
}
