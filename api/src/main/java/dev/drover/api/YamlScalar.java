package dev.drover.api;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What an unquoted word in YAML means, by the rules of the YAML library that kubectl uses.
///
/// Those are YAML 1.1's, and manifests rely on them: `defaultMode: 0644` is octal, `on` and `yes`
/// are true.
final class YamlScalar {
  private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> TRUE =
      Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
  private static final Set<String> FALSE =
      Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
  private static final Pattern REAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern NOT_JSON = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
  private static final int MAX_NUMBER = 400;

  private YamlScalar() {}

  /// The value of an unquoted word: null, [Boolean], [Long], [Double] or [String].
  ///
  /// @throws IllegalArgumentException for a number that JSON has no form for
  static @Nullable Object resolve(String word) {
    if (NULLS.contains(word)) {
      return null;
    }
    if (TRUE.contains(word)) {
      return true;
    }
    if (FALSE.contains(word)) {
      return false;
    }
    char first = word.charAt(0);
    boolean maybeNumber = (first >= '0' && first <= '9') || "+-.".indexOf(first) >= 0;
    return maybeNumber && word.length() <= MAX_NUMBER ? number(word) : word;
  }

  private static Object number(String word) {
    String plain = word.replace("_", "");
    Long integer = integer(plain);
    if (integer != null) {
      return integer;
    }
    if (REAL.matcher(plain).matches()) {
      double real = Double.parseDouble(plain);
      if (Double.isInfinite(real)) {
        throw new IllegalArgumentException("the number " + word + " is too large");
      }
      return real;
    }
    if (NOT_JSON.matcher(word).matches()) {
      throw new IllegalArgumentException(
          word + " has no form in JSON; put it in quotes if it is text");
    }
    return word;
  }

  private static @Nullable Long integer(String text) {
    boolean negative = text.startsWith("-");
    String digits = negative || text.startsWith("+") ? text.substring(1) : text;
    int radix = 10;
    if (digits.startsWith("0x") || digits.startsWith("0X")) {
      radix = 16;
      digits = digits.substring(2);
    } else if (digits.startsWith("0b") || digits.startsWith("0B")) {
      radix = 2;
      digits = digits.substring(2);
    } else if (digits.startsWith("0o") || digits.startsWith("0O")) {
      radix = 8;
      digits = digits.substring(2);
    } else if (digits.length() > 1 && digits.startsWith("0")) {
      radix = 8;
      digits = digits.substring(1);
    }
    if (digits.isEmpty() || digits.startsWith("-") || digits.startsWith("+")) {
      return null;
    }
    try {
      return Long.parseLong((negative ? "-" : "") + digits, radix);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
