package dev.drover.api.wire;

import java.nio.charset.StandardCharsets;

/// Parses the numbers of JSON.
///
/// `start` is where the whole value begins, which offsets in errors count from.
final class JsonNumber {
  private static final int MAX_LENGTH = 400; // doubles need 325 at most, exponents are short
  private static final int MAX_EXPONENT = 9;

  private JsonNumber() {}

  /// Where the number at `from` ends, doubled, plus one when it has a fraction or an exponent; -1
  /// when there is no number.
  static long scan(byte[] buf, int from, int limit, int start) {
    int first = from < limit && buf[from] == '-' ? from + 1 : from;
    int i = digits(buf, first, limit);
    if (i == first || (i - first > 1 && buf[first] == '0')) {
      return -1;
    }
    int real = 0;
    if (i < limit && buf[i] == '.') {
      int fraction = i + 1;
      i = digits(buf, fraction, limit);
      real = 1;
      if (i == fraction) {
        return -1;
      }
    }
    if (i < limit && (buf[i] == 'e' || buf[i] == 'E')) {
      int sign = i + 1;
      int exponent = sign < limit && (buf[sign] == '+' || buf[sign] == '-') ? sign + 1 : sign;
      i = digits(buf, exponent, limit);
      real = 1;
      if (i == exponent || i - exponent > MAX_EXPONENT) {
        return -1;
      }
    }
    if (i - from > MAX_LENGTH) {
      throw new WireException("number has more than " + MAX_LENGTH + " digits", from - start);
    }
    return i < limit && JsonCursor.isWordByte(buf[i]) ? -1 : (long) i << 1 | real;
  }

  private static int digits(byte[] buf, int from, int limit) {
    int i = from;
    while (i < limit && buf[i] >= '0' && buf[i] <= '9') {
      i++;
    }
    return i;
  }

  /// The whole number in a range that [#scan] has found.
  static long toLong(byte[] buf, int from, int to, int start) {
    long value = 0; // counted down: the negative range is the larger one
    boolean negative = buf[from] == '-';
    for (int i = negative ? from + 1 : from; i < to; i++) {
      int digit = buf[i] - '0';
      if (value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
        throw tooLong(from - start);
      }
      value = value * 10 - digit;
    }
    if (negative) {
      return value;
    }
    if (value == Long.MIN_VALUE) {
      throw tooLong(from - start);
    }
    return -value;
  }

  private static WireException tooLong(int offset) {
    return new WireException("number does not fit 64 bits", offset);
  }

  /// The number in a range that [#scan] has found, as a double; one that no double can hold is an
  /// error.
  static double toDouble(byte[] buf, int from, int to, int start) {
    double value = Double.parseDouble(text(buf, from, to));
    if (Double.isInfinite(value)) {
      throw new WireException("number is too large", from - start);
    }
    return value;
  }

  /// The whole number in a range as Go's untyped decoder gives it: a [Long] when it fits, else a
  /// [Double].
  static Number toNumber(byte[] buf, int from, int to, int start) {
    try {
      return Long.parseLong(text(buf, from, to));
    } catch (NumberFormatException e) {
      return toDouble(buf, from, to, start);
    }
  }

  /// The characters of a range.
  static String text(byte[] buf, int from, int to) {
    return new String(buf, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
