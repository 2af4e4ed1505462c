package dev.drover.schema.apply;

import dev.drover.api.RawExtension;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Values as Go prints them, for texts that must be Kubernetes'.
final class GoText {
  private GoText() {}

  /// A value in a path: `"nginx"`, `80`, `true`.
  static String inPath(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String text -> quoted(text);
      case List<?> list ->
          list.stream().map(GoText::inPath).collect(Collectors.joining(",", "[", "]"));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> entry.getKey() + "=" + inPath(entry.getValue()))
              .collect(Collectors.joining());
      case Number number -> number(number);
      default -> value.toString();
    };
  }

  /// `%v` of a value: `map[a:1 b:[x y]]`.
  static String plain(@Nullable Object value) {
    return switch (value) {
      case null -> "<nil>";
      case List<?> list ->
          list.stream().map(GoText::plain).collect(Collectors.joining(" ", "[", "]"));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> entry.getKey() + ":" + plain(entry.getValue()))
              .collect(Collectors.joining(" ", "map[", "]"));
      case Number number -> number(number);
      default -> value.toString();
    };
  }

  /// `%#v` of a value: `map[string]interface {}{"a":1}`.
  static String syntax(@Nullable Object value) {
    return switch (value) {
      case null -> "interface {}(nil)";
      case String text -> quoted(text);
      case List<?> list ->
          list.stream()
              .map(GoText::syntax)
              .collect(Collectors.joining(", ", "[]interface {}{", "}"));
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> quoted((String) entry.getKey()) + ":" + syntax(entry.getValue()))
              .collect(Collectors.joining(", ", "map[string]interface {}{", "}"));
      case Number number -> number(number);
      default -> value.toString();
    };
  }

  /// `%T` of a value.
  static String typeName(@Nullable Object value) {
    return switch (value) {
      case null -> "<nil>";
      case String ignored -> "string";
      case Boolean ignored -> "bool";
      case Number ignored -> "float64";
      case List<?> ignored -> "[]interface {}";
      case Map<?, ?> ignored -> "map[string]interface {}";
      default -> throw new IllegalArgumentException("not a JSON value: " + value.getClass());
    };
  }

  /// `%v` of a number. Whatever is printed here was read from YAML or `FieldsV1`, where Go makes
  /// every number a `float64`: as short as possible, with an exponent from the seventh digit on.
  private static String number(Number number) {
    BigDecimal shortest =
        new BigDecimal(Double.toString(number.doubleValue())).stripTrailingZeros();
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (shortest.signum() == 0 || (exponent >= -4 && exponent < 6)) {
      return shortest.toPlainString();
    }
    String digits = shortest.unscaledValue().abs().toString();
    return (shortest.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  /// `%q` of a string.
  static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    text.codePoints().forEach(c -> quote(out, c));
    return out.append('"').toString();
  }

  /// `%q` of a list of strings.
  static String quotedList(List<String> texts) {
    return texts.stream().map(GoText::quoted).collect(Collectors.joining(" ", "[", "]"));
  }

  private static void quote(StringBuilder out, int c) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      case 7 -> out.append("\\a");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case 11 -> out.append("\\v");
      default -> {
        if (isPrintable(c)) {
          out.appendCodePoint(c);
        } else {
          String format = c < 0x80 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x";
          out.append(format.formatted(c));
        }
      }
    }
  }

  /// Whether Go's `unicode.IsPrint` holds: letters, marks, numbers, punctuation, symbols and the
  /// plain space.
  static boolean isPrintable(int c) {
    return c == ' '
        || switch (Character.getType(c)) {
          case Character.CONTROL,
              Character.FORMAT,
              Character.SURROGATE,
              Character.PRIVATE_USE,
              Character.UNASSIGNED,
              Character.SPACE_SEPARATOR,
              Character.LINE_SEPARATOR,
              Character.PARAGRAPH_SEPARATOR ->
              false;
          default -> true;
        };
  }

  /// JSON as Go writes it: safe inside HTML. The characters concerned appear in strings only.
  static String json(@Nullable Object tree) {
    String json =
        tree == null
            ? "null"
            : new String(RawExtension.ofTree(tree).raw().toByteArray(), StandardCharsets.UTF_8);
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }
}
