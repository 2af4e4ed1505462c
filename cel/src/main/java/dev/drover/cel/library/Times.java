package dev.drover.cel.library;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Functions of durations and timestamps, which are parsed as in Go.
public final class Times {
  private static final long LEAST_SECONDS = -62135596800L; // 0001-01-01T00:00:00Z
  private static final long MOST_SECONDS = 253402300799L; // 9999-12-31T23:59:59Z
  private static final Pattern PART =
      Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(h|ms|us|µs|μs|ns|m|s)");
  private static final Map<String, Long> UNITS =
      Map.of(
          "h", 3_600_000_000_000L,
          "m", 60_000_000_000L,
          "s", 1_000_000_000L,
          "ms", 1_000_000L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ns", 1L);
  private static final Pattern TIMESTAMP =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}([.,]\\d+)?(Z|[+-]\\d{2}:\\d{2})");
  private static final BigInteger MOST_NANOS = BigInteger.valueOf(Long.MAX_VALUE);

  private Times() {}

  /// The duration that Go reads, or null.
  public static @Nullable Duration duration(String text) {
    String rest = text;
    boolean negative = rest.startsWith("-");
    if (negative || rest.startsWith("+")) {
      rest = rest.substring(1);
    }
    if (rest.equals("0")) {
      return Duration.ZERO;
    }
    Matcher part = PART.matcher(rest);
    BigDecimal sum = BigDecimal.ZERO;
    int end = 0;
    while (end < rest.length()) {
      if (!part.find(end) || part.start() != end) {
        return null;
      }
      String number = part.group(1).endsWith(".") ? part.group(1) + "0" : part.group(1);
      BigDecimal nanos =
          new BigDecimal(number)
              .multiply(BigDecimal.valueOf(UNITS.getOrDefault(part.group(2), 0L)));
      sum = sum.add(nanos.setScale(0, RoundingMode.DOWN));
      end = part.end();
    }
    if (rest.isEmpty() || sum.toBigInteger().compareTo(MOST_NANOS) > 0) {
      return null;
    }
    Duration duration = Duration.ofNanos(sum.longValueExact());
    return negative ? duration.negated() : duration;
  }

  /// The timestamp that RFC 3339 says, or null.
  public static @Nullable OffsetDateTime timestamp(String text) {
    if (!TIMESTAMP.matcher(text).matches()) {
      return null;
    }
    try {
      OffsetDateTime time =
          OffsetDateTime.parse(text.replace(',', '.'), DateTimeFormatter.ISO_OFFSET_DATE_TIME);
      return inRange(time.toEpochSecond()) ? time : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  public static boolean inRange(long seconds) {
    return seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS;
  }

  static OffsetDateTime timestamp(long seconds) {
    return Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.UTC);
  }

  /// The moment plus a duration, or null beyond the years that are allowed.
  static @Nullable OffsetDateTime plus(OffsetDateTime time, Duration duration) {
    OffsetDateTime sum = time.plus(duration);
    return inRange(sum.toEpochSecond()) ? sum : null;
  }

  /// The duration where it fits into Go's, or null.
  static @Nullable Duration checked(Duration duration) {
    try {
      long nanos = duration.toNanos();
      return nanos == Long.MIN_VALUE ? null : duration;
    } catch (ArithmeticException e) {
      return null;
    }
  }

  /// The zone of that name, or of an offset such as `+02:00`.
  ///
  /// @throws IllegalArgumentException with Go's words, where there is none
  static ZoneId zone(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      try {
        return text.isEmpty() || text.equals("UTC") ? ZoneOffset.UTC : ZoneId.of(text);
      } catch (DateTimeException e) {
        throw new IllegalArgumentException("unknown time zone " + text, e);
      }
    }
    int hours = number(text.substring(0, colon));
    int minutes = number(text.substring(colon + 1));
    int offset = hours * 60 + (text.startsWith("-") ? -minutes : minutes);
    try {
      return ZoneOffset.ofTotalSeconds(Math.multiplyExact(offset, 60));
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException("unknown time zone " + text, e);
    }
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "strconv.Atoi: parsing \"" + text + "\": invalid syntax", e);
    }
  }
}
