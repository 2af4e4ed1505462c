package dev.drover.api;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What a word in YAML means, by the rules of the YAML library that kubectl uses.
///
/// Those are YAML 1.1's, and manifests rely on them: `defaultMode: 0644` is octal, `on` and `yes`
/// are true. Timestamps stay text. No message repeats a value, which may be a secret.
final class YamlScalar {
  private static final String CORE = "tag:yaml.org,2002:";
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

  /// The value of a scalar with a tag; an unknown tag, such as `!Ref`, makes it text.
  ///
  /// @throws IllegalArgumentException if the value is not what the tag says
  static @Nullable Object tagged(String tag, String text) {
    return switch (tag) {
      case CORE + "null" -> require(resolve(text) == null, null, "null");
      case CORE + "bool" -> require(resolve(text) instanceof Boolean, resolve(text), "bool");
      case CORE + "int" -> require(resolve(text) instanceof Long, resolve(text), "int");
      case CORE + "float" -> require(resolve(text) instanceof Number, resolve(text), "float");
      case CORE + "binary" -> binary(text);
      default -> text;
    };
  }

  private static @Nullable Object require(boolean ok, @Nullable Object value, String type) {
    if (!ok) {
      throw new IllegalArgumentException("the value is no " + type + ", as its tag says");
    }
    return value;
  }

  /// JSON has only text for bytes, so they must be UTF-8.
  private static String binary(String text) {
    try {
      ByteBuffer bytes = Bytes.ofBase64(text).asByteBuffer();
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw new IllegalArgumentException("!!binary needs base64 of a text in UTF-8", e);
    }
  }

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
    if (!maybeNumber(word)) {
      return word;
    }
    if (NOT_JSON.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "JSON has no infinity and no NaN; put it in quotes if it is text");
    }
    return number(word);
  }

  private static boolean maybeNumber(String word) {
    char first = word.charAt(0);
    return ((first >= '0' && first <= '9') || "+-.".indexOf(first) >= 0)
        && word.length() <= MAX_NUMBER
        && word.chars().allMatch(c -> c < 0x80); // Java would take the digits of other scripts, too
  }

  private static Object number(String word) {
    String plain = word.replace("_", "");
    Object integer = integer(plain);
    if (integer != null) {
      return integer;
    }
    if (REAL.matcher(plain).matches()) {
      double real = Double.parseDouble(plain);
      return Double.isInfinite(real) ? word : real;
    }
    return word;
  }

  /// A [Long], or a [Double] for what fits into 64 bits only without a sign; null when it is no
  /// integer.
  private static @Nullable Object integer(String text) {
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
      boolean signed = digits.length() < text.length() && "+-".indexOf(text.charAt(0)) >= 0;
      return signed ? null : unsigned(digits, radix);
    }
  }

  private static @Nullable Double unsigned(String digits, int radix) {
    try {
      return Double.parseDouble(Long.toUnsignedString(Long.parseUnsignedLong(digits, radix)));
    } catch (NumberFormatException e) {
      return null; // the answer, not a failure
    }
  }

  /// An unquoted word as the key of a mapping: JSON has only text there, so a number or a truth
  /// value is printed, the way Go does it.
  ///
  /// @throws IllegalArgumentException if it is null
  static String key(String word) {
    if (!word.isEmpty() && NOT_JSON.matcher(word).matches()) {
      String lower = word.toLowerCase(Locale.ROOT);
      return lower.startsWith("+") ? lower.substring(1) : lower;
    }
    Object value = resolve(word);
    if (value == null) {
      throw new IllegalArgumentException("a key cannot be null; put it in quotes if it is text");
    }
    return value instanceof Double real ? real32(real) : value.toString();
  }

  /// A number in single precision with as few digits as possible.
  ///
  /// In Go: `strconv.FormatFloat(value, 'g', -1, 32)`.
  private static String real32(double value) {
    BigDecimal decimal = new BigDecimal(Float.toString((float) value)).stripTrailingZeros();
    String digits = decimal.unscaledValue().abs().toString();
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent >= -4 && exponent < 6 || decimal.signum() == 0) {
      return decimal.toPlainString();
    }
    return (decimal.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }
}
