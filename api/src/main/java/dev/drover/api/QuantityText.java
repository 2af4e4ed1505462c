package dev.drover.api;

import dev.drover.api.Quantity.Format;
import dev.drover.api.text.GoText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/// The text of a quantity, taken apart: `-1.5Ki` is a sign, the digits `1` and `5`, and a suffix.
///
/// Scanning only looks at the characters; the amount is computed on first use. The limits keep
/// hostile texts from growing into numbers of a million digits.
///
/// @param text the whole text
/// @param point where the digits before the point end
/// @param end where the number ends and the suffix begins
/// @param suffix the family of the suffix
/// @param exponent the power of two, for [Format#BINARY_SI], or of ten
record QuantityText(String text, int point, int end, Format suffix, int exponent) {
  private static final int MAX_LENGTH = 128;
  private static final int MAX_EXPONENT = 1000;
  private static final int NANO = 9; // digits after the point that an amount can have
  private static final int EXA = 18; // the power of ten of the largest decimal suffix
  private static final String DECIMAL_SUFFIXES = "num kMGTPE"; // powers of 1000 from -3 on
  private static final String BINARY_SUFFIXES = " KMGTPE"; // powers of 1024 from 0 on
  private static final BigInteger KIBI = BigInteger.valueOf(1024);
  private static final BigDecimal MAX_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

  /// Refuses what is no quantity, or is too long.
  ///
  /// @throws IllegalArgumentException in Go's words, with the position
  static void check(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a quantity has at most %d characters, this one has %d: \"%s...\""
              .formatted(MAX_LENGTH, text.length(), text.substring(0, 32)));
    }
    scan(text);
  }

  /// Takes a text apart.
  ///
  /// @throws IllegalArgumentException in Go's words, with the position
  static QuantityText scan(String text) {
    int start = isAt(text, 0, "+-") ? 1 : 0;
    int point = skipDigits(text, start);
    int end = isAt(text, point, ".") ? skipDigits(text, point + 1) : point;
    if (point == start && end <= point + 1) {
      throw malformed(text, start, "a digit");
    }
    int rest = end;
    while (isAt(text, rest, "eEinumkKMGTP")) {
      rest++;
    }
    rest = skipDigits(text, isAt(text, rest, "+-") ? rest + 1 : rest);
    if (rest < text.length()) {
      throw malformed(text, rest, "a suffix or the end");
    }
    return interpretSuffix(text, point, end);
  }

  private static boolean isAt(String text, int at, String characters) {
    return at < text.length() && characters.indexOf(text.charAt(at)) >= 0;
  }

  private static int skipDigits(String text, int from) {
    int at = from;
    while (isAt(text, at, "0123456789")) {
      at++;
    }
    return at;
  }

  private static QuantityText interpretSuffix(String text, int point, int end) {
    int length = text.length() - end;
    if (length == 0) {
      return new QuantityText(text, point, end, Format.DECIMAL_SI, 0);
    }
    char first = text.charAt(end);
    if (length == 1 && DECIMAL_SUFFIXES.indexOf(first) >= 0) {
      int power = DECIMAL_SUFFIXES.indexOf(first) - 3;
      return new QuantityText(text, point, end, Format.DECIMAL_SI, 3 * power);
    }
    if (length == 2 && BINARY_SUFFIXES.indexOf(first) > 0 && text.endsWith("i")) {
      int power = BINARY_SUFFIXES.indexOf(first);
      return new QuantityText(text, point, end, Format.BINARY_SI, 10 * power);
    }
    if (first == 'e' || first == 'E') {
      var exponent = GoText.integer(text.substring(end + 1));
      if (exponent.isPresent()) {
        checkExponent(text, exponent.getAsLong());
        return new QuantityText(
            text, point, end, Format.DECIMAL_EXPONENT, (int) exponent.getAsLong());
      }
    }
    throw new IllegalArgumentException(
        ("unable to parse quantity's suffix: \"%s\" at position %d of \"%s\"; use one of n u m k M"
                + " G T P E, Ki Mi Gi Ti Pi Ei, or an exponent such as e3")
            .formatted(text.substring(end), end, text));
  }

  private static void checkExponent(String text, long exponent) {
    if (exponent < -MAX_EXPONENT || exponent > MAX_EXPONENT) {
      throw new IllegalArgumentException(
          "the exponent of a quantity is from -%d to %d, got \"%s\""
              .formatted(MAX_EXPONENT, MAX_EXPONENT, text));
    }
  }

  private static IllegalArgumentException malformed(String text, int at, String expected) {
    return new IllegalArgumentException(
        ("quantities must match the regular expression"
                + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$': expected %s at position %d of"
                + " \"%s\"; write it as in 500m or 1Gi")
            .formatted(expected, at, text));
  }

  /// The amount to the precision that Kubernetes gives it: rounded away from zero to 10⁻⁹, and with
  /// a binary suffix no further from zero than 2⁶³ - 1.
  BigDecimal amount() {
    var number = new BigDecimal(text.substring(0, end));
    if (suffix != Format.BINARY_SI) {
      return toNano(number.scaleByPowerOfTen(exponent));
    }
    var amount = toNano(number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(exponent))));
    return amount.min(MAX_BINARY).max(MAX_BINARY.negate());
  }

  private static BigDecimal toNano(BigDecimal amount) {
    return amount.scale() <= NANO ? amount : amount.setScale(NANO, RoundingMode.UP);
  }

  /// The family in which the amount is written back: less than one unit has no binary form.
  Format format() {
    if (suffix != Format.BINARY_SI) {
      return suffix;
    }
    var amount = amount();
    boolean isFraction = amount.signum() != 0 && amount.abs().compareTo(BigDecimal.ONE) < 0;
    return isFraction ? Format.DECIMAL_SI : Format.BINARY_SI;
  }

  /// Says whether Go takes the text for canonical and writes it back as it is.
  ///
  /// Go decides by the digits and not by the text, which is why `1.500` and `+1` are kept. The
  /// numbers below are those of its fast path: 18 digits fit a `long`, and so do 14 with the binary
  /// suffixes counted in.
  boolean isKeptByGo() {
    int whole = significantDigits();
    int fraction = Math.max(0, end - point - 1);
    if (suffix == Format.BINARY_SI) {
      return whole > 0
          && fraction == 0
          && whole + exponent * 3 / 10 <= 14
          && Long.parseLong(text, point - whole, point, 10) % 8 != 0;
    }
    int scale = exponent - fraction;
    String digits = text.substring(point - whole, point) + text.substring(end - fraction, end);
    return whole > 0
        && whole + fraction <= 18
        && scale >= -NANO
        && scale % 3 == 0
        && !digits.endsWith("000");
  }

  /// How many digits stand before the point, leading zeros not counted.
  private int significantDigits() {
    int at = 0;
    while (isAt(text, at, "+-0")) {
      at++;
    }
    return point - at;
  }

  /// Writes an amount in the canonical form of a family: no fraction, and the largest suffix.
  ///
  /// @throws IllegalArgumentException if the number is too large to be written
  static String print(BigDecimal amount, Format format) {
    checkMagnitude(amount);
    var rounded = toNano(amount).stripTrailingZeros();
    return switch (format) {
      case DECIMAL_EXPONENT -> {
        int exponent = Math.min(MAX_EXPONENT / 3, Math.floorDiv(-rounded.scale(), 3)) * 3;
        yield mantissa(rounded, exponent) + (exponent == 0 ? "" : "e" + exponent);
      }
      case DECIMAL_SI -> printDecimal(rounded);
      case BINARY_SI -> {
        // Small amounts and fractions have no binary suffix that would be exact.
        boolean isSmall = rounded.abs().compareTo(new BigDecimal(KIBI)) < 0;
        yield isSmall || rounded.scale() > 0 ? printDecimal(rounded) : printBinary(rounded);
      }
    };
  }

  private static void checkMagnitude(BigDecimal amount) {
    long magnitude = (long) amount.precision() - amount.scale();
    if (Math.abs(magnitude) > MAX_EXPONENT + MAX_LENGTH) { // what a text within the limits can say
      throw new IllegalArgumentException(
          "%s is beyond the range of a quantity".formatted(amount.round(new MathContext(9))));
    }
  }

  private static String printDecimal(BigDecimal amount) {
    int exponent = Math.min(EXA, Math.floorDiv(-amount.scale(), 3) * 3);
    return (mantissa(amount, exponent) + DECIMAL_SUFFIXES.charAt(exponent / 3 + 3)).strip();
  }

  private static String mantissa(BigDecimal amount, int exponent) {
    return amount.scaleByPowerOfTen(-exponent).toBigIntegerExact().toString();
  }

  private static String printBinary(BigDecimal amount) {
    var mantissa = amount.toBigIntegerExact();
    int power = 0;
    while (power < BINARY_SUFFIXES.length() - 1 && mantissa.mod(KIBI).signum() == 0) {
      mantissa = mantissa.divide(KIBI);
      power++;
    }
    return power == 0 ? mantissa.toString() : mantissa + "" + BINARY_SUFFIXES.charAt(power) + "i";
  }
}
