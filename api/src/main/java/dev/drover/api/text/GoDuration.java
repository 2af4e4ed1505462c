package dev.drover.api.text;

import java.time.Duration;

/// Reads and prints durations as Go does: `1h0m0s`, `1.5s`, `300ms`.
///
/// Their range is that of 64-bit nanoseconds, about 292 years to either side.
///
/// In Go: {@index metav1.Duration}, {@index time.ParseDuration}.
public final class GoDuration {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  private final String text;
  private int at;

  private GoDuration(String text) {
    this.text = text;
  }

  /// Reads a sum of numbers with units (`h`, `m`, `s`, `ms`, `us`, `ns`), or a bare `0`.
  ///
  /// @throws IllegalArgumentException in Go's words, with the position
  public static Duration parse(String text) {
    return new GoDuration(text).parse();
  }

  /// Prints hours, minutes and seconds without leading zero units; below a second one smaller unit.
  ///
  /// @throws IllegalArgumentException if the duration is beyond the range of Go's
  public static String print(Duration duration) {
    long nanos = nanos(duration);
    if (nanos == 0) {
      return "0s";
    }
    // Unsigned: the one value whose negation overflows is right as an unsigned number.
    long magnitude = nanos < 0 ? -nanos : nanos;
    var out = new StringBuilder(nanos < 0 ? "-" : "");
    if (Long.compareUnsigned(magnitude, MICRO) < 0) {
      return out.append(magnitude).append("ns").toString();
    }
    if (Long.compareUnsigned(magnitude, MILLI) < 0) {
      return decimal(out, magnitude, MICRO).append("µs").toString();
    }
    if (Long.compareUnsigned(magnitude, SECOND) < 0) {
      return decimal(out, magnitude, MILLI).append("ms").toString();
    }
    long hours = Long.divideUnsigned(magnitude, HOUR);
    long minutes = Long.divideUnsigned(magnitude, MINUTE);
    if (hours > 0) {
      out.append(hours).append('h');
    }
    if (minutes > 0) {
      out.append(minutes % 60).append('m');
    }
    return decimal(out, Long.remainderUnsigned(magnitude, MINUTE), SECOND).append('s').toString();
  }

  private static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          duration + " is beyond the range of a Kubernetes duration, about 292 years", e);
    }
  }

  private static StringBuilder decimal(StringBuilder out, long value, long unit) {
    out.append(value / unit);
    long fraction = value % unit;
    if (fraction == 0) {
      return out;
    }
    out.append('.');
    for (long digit = unit / 10; fraction > 0; digit /= 10) {
      out.append(fraction / digit);
      fraction %= digit;
    }
    return out;
  }

  private Duration parse() {
    boolean negative = text.startsWith("-");
    if (negative || text.startsWith("+")) {
      at = 1;
    }
    if (text.substring(at).equals("0")) {
      return Duration.ZERO;
    }
    if (at == text.length()) {
      throw failure("invalid duration");
    }
    long sum = 0; // as in print, unsigned up to 2^63
    while (at < text.length()) {
      long part = next();
      if (sum < 0 && part != 0) { // 2^63 already: one more would go round to a small sum
        throw failure("invalid duration");
      }
      sum = checked(sum + part);
    }
    if (sum == Long.MIN_VALUE && !negative) {
      throw failure("invalid duration");
    }
    return Duration.ofNanos(negative ? -sum : sum);
  }

  /// The nanoseconds of the number and unit at `at`.
  private long next() {
    int start = at;
    long whole = 0;
    for (; isDigit(); at++) {
      if (whole > (Long.MAX_VALUE / 10)) {
        throw failure("invalid duration");
      }
      whole = checked(whole * 10 + text.charAt(at) - '0');
    }
    int digits = at - start;
    long fraction = 0;
    double scale = 1;
    if (at < text.length() && text.charAt(at) == '.') {
      boolean exact = true; // further digits make no difference to a double
      for (at++; isDigit(); at++, digits++) {
        exact = exact && fraction <= (Long.MAX_VALUE - 9) / 10;
        if (exact) {
          fraction = fraction * 10 + text.charAt(at) - '0';
          scale *= 10;
        }
      }
    }
    if (digits == 0) {
      throw failure("invalid duration");
    }
    long unit = unit();
    if (Long.compareUnsigned(whole, Long.divideUnsigned(Long.MIN_VALUE, unit)) > 0) {
      throw failure("invalid duration");
    }
    return checked(whole * unit + (long) (fraction * (unit / scale)));
  }

  private long unit() {
    int start = at;
    while (at < text.length() && text.charAt(at) != '.' && !isDigit()) {
      at++;
    }
    if (at == start) {
      throw failure("missing unit in duration");
    }
    String unit = text.substring(start, at);
    return switch (unit) {
      case "h" -> HOUR;
      case "m" -> MINUTE;
      case "s" -> SECOND;
      case "ms" -> MILLI;
      case "us", "µs", "μs" -> MICRO; // both the micro sign and the Greek letter
      case "ns" -> 1;
      default -> {
        at = start;
        throw failure("unknown unit " + GoText.quote(unit) + " in duration");
      }
    };
  }

  private boolean isDigit() {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private long checked(long nanos) {
    if (Long.compareUnsigned(nanos, Long.MIN_VALUE) > 0) {
      throw failure("invalid duration");
    }
    return nanos;
  }

  private IllegalArgumentException failure(String reason) {
    return new IllegalArgumentException(
        "time: %s %s (at position %d; write it as in 1h30m or 1.5s)"
            .formatted(reason, GoText.quote(text), at));
  }
}
