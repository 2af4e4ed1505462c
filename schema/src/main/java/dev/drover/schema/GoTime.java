package dev.drover.schema;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/// Parses a time as leniently as Go, and prints it in the form of the API server: in UTC, of whole
/// seconds or with six decimals.
///
/// In Go: `time.Parse(time.RFC3339, value)`, and with `metav1.RFC3339Micro`.
final class GoTime {
  private static final String SECONDS = "2006-01-02T15:04:05Z07:00";
  private static final String MICROS = "2006-01-02T15:04:05.000000Z07:00";
  private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

  private final String layout;
  private final String value;
  private final boolean micros;
  private int at;

  private GoTime(String value, boolean micros) {
    this.layout = micros ? MICROS : SECONDS;
    this.value = value;
    this.micros = micros;
  }

  /// The canonical text of a time; null for Go's zero time, which JSON writes as `null`.
  ///
  /// @throws UnreadableException in Go's words
  static @Nullable String canonical(String value, boolean micros) {
    Instant time = new GoTime(value, micros).parse();
    return time.equals(ZERO) ? null : print(time, micros);
  }

  private static String print(Instant time, boolean micros) {
    LocalDateTime utc = LocalDateTime.ofInstant(time, ZoneOffset.UTC);
    String text =
        "%04d-%02d-%02dT%02d:%02d:%02d"
            .formatted(
                utc.getYear(),
                utc.getMonthValue(),
                utc.getDayOfMonth(),
                utc.getHour(),
                utc.getMinute(),
                utc.getSecond());
    return micros ? text + ".%06dZ".formatted(utc.getNano() / 1000) : text + "Z";
  }

  private Instant parse() {
    int year = year();
    literal('-');
    int month = twoDigits("01");
    require(month >= 1 && month <= 12, "month");
    literal('-');
    int day = twoDigits("02");
    literal('T');
    int hour = hour();
    require(hour < 24, "hour");
    literal(':');
    int minute = twoDigits("04");
    require(minute < 60, "minute");
    literal(':');
    int second = twoDigits("05");
    require(second < 60, "second");
    int micro = micros ? sixDecimals() : 0;
    if (!micros) {
      skipDecimals();
    }
    int offset = zone();
    if (at < value.length()) {
      throw failure(": extra text: " + quote(value.substring(at)));
    }
    require(day >= 1 && day <= YearMonth.of(year, month).lengthOfMonth(), "day");
    return LocalDateTime.of(year, month, day, hour, minute, second, micro * 1000)
        .toInstant(ZoneOffset.UTC)
        .minusSeconds(offset);
  }

  private int year() {
    if (!isDigit(at) || !isDigit(at + 1) || !isDigit(at + 2) || !isDigit(at + 3)) {
      throw bad("2006");
    }
    at += 4;
    return Integer.parseInt(value, at - 4, at, 10);
  }

  private void literal(char c) {
    if (at >= value.length() || value.charAt(at) != c) {
      throw bad(String.valueOf(c));
    }
    at++;
  }

  private int twoDigits(String element) {
    if (!isDigit(at) || !isDigit(at + 1)) {
      throw bad(element);
    }
    at += 2;
    return Integer.parseInt(value, at - 2, at, 10);
  }

  /// One digit is enough for Go here, and only here.
  private int hour() {
    if (!isDigit(at)) {
      throw bad("15");
    }
    int from = at;
    at += isDigit(at + 1) ? 2 : 1;
    return Integer.parseInt(value, from, at, 10);
  }

  private void skipDecimals() {
    if (at < value.length() && ".,".indexOf(value.charAt(at)) >= 0 && isDigit(at + 1)) {
      do {
        at++;
      } while (isDigit(at));
    }
  }

  private int sixDecimals() {
    boolean hasPoint = at < value.length() && ".,".indexOf(value.charAt(at)) >= 0;
    for (int i = at + 1; hasPoint && i <= at + 6; i++) {
      hasPoint = isDigit(i);
    }
    if (!hasPoint) {
      throw bad(".000000");
    }
    at += 7;
    return Integer.parseInt(value, at - 6, at, 10);
  }

  /// The seconds by which the zone is ahead of UTC.
  private int zone() {
    if (at < value.length() && value.charAt(at) == 'Z') {
      at++;
      return 0;
    }
    boolean digits = isDigit(at + 1) && isDigit(at + 2) && isDigit(at + 4) && isDigit(at + 5);
    if (!digits || value.charAt(at + 3) != ':') {
      throw bad("Z07:00");
    }
    int hours = Integer.parseInt(value, at + 1, at + 3, 10);
    int minutes = Integer.parseInt(value, at + 4, at + 6, 10);
    require(hours <= 24, "time zone offset hour");
    require(minutes <= 60, "time zone offset minute");
    char sign = value.charAt(at);
    if (sign != '+' && sign != '-') {
      throw bad("Z07:00");
    }
    at += 6;
    int ahead = (hours * 60 + minutes) * 60;
    return sign == '-' ? -ahead : ahead;
  }

  private boolean isDigit(int index) {
    return index < value.length() && value.charAt(index) >= '0' && value.charAt(index) <= '9';
  }

  private void require(boolean isInRange, String what) {
    if (!isInRange) {
      throw failure(": " + what + " out of range");
    }
  }

  private UnreadableException bad(String element) {
    String rest = value.substring(Math.min(at, value.length()));
    return failure(
        " as " + quote(layout) + ": cannot parse " + quote(rest) + " as " + quote(element));
  }

  private UnreadableException failure(String message) {
    return new UnreadableException("parsing time " + quote(value) + message);
  }

  /// The package `time` has its own way of quoting: everything unusual byte by byte.
  private static String quote(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b < ' ') {
        out.append("\\x%02x".formatted(b & 0xFF));
      } else {
        out.append(b == '"' || b == '\\' ? "\\" : "").append((char) b);
      }
    }
    return out.append('"').toString();
  }
}
