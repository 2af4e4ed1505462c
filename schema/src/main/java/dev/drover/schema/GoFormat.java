package dev.drover.schema;

import java.math.BigDecimal;
import java.math.RoundingMode;
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

  /// The type that Go holds such a value in: `map[string]interface {}`, `int64`.
  static String type(@Nullable Object tree) {
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
    if (exponent >= -4 && exponent < 21) {
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
