package dev.drover.api.text;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoField;

/// Reads and prints the two kinds of time in the API straight from and to bytes: whole seconds
/// (`2024-01-02T03:04:05Z`) and microseconds (`2024-01-02T03:04:05.000006Z`).
///
/// What is read may have a fraction of any length, of which nine digits count, and an offset from
/// UTC. What is printed is in UTC, cut to its unit, and always of the same length. Years are 0001
/// to 9999. Reading allocates the [Instant] and nothing else, printing to bytes nothing at all.
///
/// In Go: {@index metav1.Time}, {@index metav1.MicroTime}.
public final class Timestamps {
  /// How many bytes [#print] writes.
  public static final int LENGTH = "2024-01-02T03:04:05Z".length();

  /// How many bytes [#printMicros] writes.
  public static final int MICROS_LENGTH = "2024-01-02T03:04:05.000006Z".length();

  private static final int DATE_AND_TIME = "2024-01-02T03:04:05".length();
  private static final int SECONDS_PER_DAY = 24 * 60 * 60;
  private static final int DAYS_FROM_0000_03_01_TO_1970 = 719_468;
  private static final int DAYS_PER_400_YEARS = 146_097;
  private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  private Timestamps() {}

  /// Reads a time from ASCII bytes.
  ///
  /// @throws IllegalArgumentException with the text and what was expected where
  public static Instant parse(byte[] buf, int from, int to) {
    long second = epochSecond(buf, from, to);
    return to - from == LENGTH
        ? Instant.ofEpochSecond(second)
        : Instant.ofEpochSecond(second, nanos(buf, from + DATE_AND_TIME, to));
  }

  private static int nanos(byte[] buf, int from, int to) {
    int nanos = 0;
    if (buf[from] == '.') {
      int at = from + 1;
      for (int unit = 100_000_000; unit > 0 && isDigit(buf, at, to); unit /= 10) {
        nanos += (buf[at++] - '0') * unit;
      }
    }
    return nanos;
  }

  /// Prints whole seconds; fractions of a second are left out.
  ///
  /// @throws IllegalArgumentException if the year is not 0001 to 9999
  public static String print(Instant time) {
    byte[] ascii = new byte[LENGTH];
    print(time, ascii, 0);
    return new String(ascii, StandardCharsets.ISO_8859_1);
  }

  /// Prints whole microseconds; nanoseconds are left out.
  ///
  /// @throws IllegalArgumentException if the year is not 0001 to 9999
  public static String printMicros(Instant time) {
    byte[] ascii = new byte[MICROS_LENGTH];
    printMicros(time, ascii, 0);
    return new String(ascii, StandardCharsets.ISO_8859_1);
  }

  /// Writes `2024-01-02T03:04:05Z` and returns the position after it; fractions of a second are
  /// left out.
  ///
  /// @throws IllegalArgumentException if the year is not 0001 to 9999
  public static int print(Instant time, byte[] dst, int at) {
    int end = printDateAndTime(time, dst, at);
    dst[end] = 'Z';
    return end + 1;
  }

  /// Writes `2024-01-02T03:04:05.000006Z` and returns the position after it; nanoseconds are left
  /// out.
  ///
  /// @throws IllegalArgumentException if the year is not 0001 to 9999
  public static int printMicros(Instant time, byte[] dst, int at) {
    int end = printDateAndTime(time, dst, at);
    dst[end] = '.';
    printDigits(time.get(ChronoField.MICRO_OF_SECOND), 6, dst, end + 1);
    dst[end + 7] = 'Z';
    return end + 8;
  }

  private static long epochSecond(byte[] buf, int from, int to) {
    if (to - from < LENGTH) {
      throw failure("a date, a time and a zone", buf, from, to, to);
    }
    int year = number(buf, from, to, 0, 4, 1, 9999);
    expect('-', buf, from, to, 4);
    int month = number(buf, from, to, 5, 2, 1, 12);
    expect('-', buf, from, to, 7);
    int day = number(buf, from, to, 8, 2, 1, daysIn(month, year));
    expect('T', buf, from, to, 10);
    int hour = number(buf, from, to, 11, 2, 0, 23);
    expect(':', buf, from, to, 13);
    int minute = number(buf, from, to, 14, 2, 0, 59);
    expect(':', buf, from, to, 16);
    int second = number(buf, from, to, 17, 2, 0, 59);
    long local =
        epochDay(year, month, day) * SECONDS_PER_DAY + hour * 3600L + minute * 60L + second;
    if (to - from == LENGTH && buf[to - 1] == 'Z') {
      return local;
    }
    int zone = skipFraction(buf, from, to);
    long utc = local - offset(buf, from, to, zone);
    if (utc < FIRST || utc > LAST) {
      throw failure("a time of the years 0001 to 9999 in UTC", buf, from, to, from);
    }
    return utc;
  }

  private static int skipFraction(byte[] buf, int from, int to) {
    int at = from + DATE_AND_TIME;
    if (buf[at] != '.') {
      return at;
    }
    at++;
    if (!isDigit(buf, at, to)) {
      throw failure("a digit of the fraction", buf, from, to, at);
    }
    while (isDigit(buf, at, to)) {
      at++;
    }
    return at;
  }

  /// The seconds by which the zone at `at`, which must be the end of the text, is ahead of UTC.
  private static int offset(byte[] buf, int from, int to, int at) {
    int length = to - at;
    if (length == 1 && buf[at] == 'Z') {
      return 0;
    }
    if (length != 6 || buf[at] != '+' && buf[at] != '-') {
      throw failure("'Z' or an offset such as +02:00", buf, from, to, at);
    }
    int hours = number(buf, from, to, at + 1 - from, 2, 0, 23);
    expect(':', buf, from, to, at + 3 - from);
    int minutes = number(buf, from, to, at + 4 - from, 2, 0, 59);
    int ahead = hours * 3600 + minutes * 60;
    return buf[at] == '-' ? -ahead : ahead;
  }

  private static int number(byte[] buf, int from, int to, int index, int digits, int min, int max) {
    int value = 0;
    for (int i = from + index; i < from + index + digits; i++) {
      if (!isDigit(buf, i, to)) {
        throw failure("a digit", buf, from, to, i);
      }
      value = value * 10 + buf[i] - '0';
    }
    if (value < min || value > max) {
      throw failure("a number from " + min + " to " + max, buf, from, to, from + index);
    }
    return value;
  }

  private static void expect(char c, byte[] buf, int from, int to, int index) {
    if (buf[from + index] != c) {
      throw failure("'" + c + "'", buf, from, to, from + index);
    }
  }

  private static boolean isDigit(byte[] buf, int at, int to) {
    return at < to && buf[at] >= '0' && buf[at] <= '9';
  }

  private static int daysIn(int month, int year) {
    return switch (month) {
      case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  // The two conversions count years from 1 March, so that the leap day is the last of its year; the
  // algorithm is
  // Howard Hinnant's (chrono-Compatible Low-Level Date Algorithms). No year is before 0, which
  // spares its floor divisions.

  private static long epochDay(int year, int month, int day) {
    int marchYear = month <= 2 ? year - 1 : year;
    int era = marchYear / 400;
    int yearOfEra = marchYear - era * 400;
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return (long) era * DAYS_PER_400_YEARS + dayOfEra - DAYS_FROM_0000_03_01_TO_1970;
  }

  private static int printDateAndTime(Instant time, byte[] dst, int at) {
    long epochSecond = time.getEpochSecond();
    if (epochSecond < FIRST || epochSecond > LAST) {
      throw new IllegalArgumentException(
          time + " cannot be printed: the year must be 0001 to 9999");
    }
    int day = (int) Math.floorDiv(epochSecond, SECONDS_PER_DAY) + DAYS_FROM_0000_03_01_TO_1970;
    int era = day / DAYS_PER_400_YEARS;
    int dayOfEra = day - era * DAYS_PER_400_YEARS;
    int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int marchMonth = (5 * dayOfYear + 2) / 153;
    int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
    int year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
    int second = Math.floorMod(epochSecond, SECONDS_PER_DAY);
    printDigits(year, 4, dst, at);
    dst[at + 4] = '-';
    printDigits(month, 2, dst, at + 5);
    dst[at + 7] = '-';
    printDigits(dayOfYear - (153 * marchMonth + 2) / 5 + 1, 2, dst, at + 8);
    dst[at + 10] = 'T';
    printDigits(second / 3600, 2, dst, at + 11);
    dst[at + 13] = ':';
    printDigits(second / 60 % 60, 2, dst, at + 14);
    dst[at + 16] = ':';
    printDigits(second % 60, 2, dst, at + 17);
    return at + DATE_AND_TIME;
  }

  private static void printDigits(int value, int digits, byte[] dst, int at) {
    int rest = value;
    for (int i = at + digits - 1; i >= at; i--) {
      dst[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  private static IllegalArgumentException failure(
      String expected, byte[] buf, int from, int to, int at) {
    int length = Math.min(to - from, 64); // enough to recognise it by
    String text = new String(buf, from, length, StandardCharsets.ISO_8859_1);
    return new IllegalArgumentException(
        "cannot read time \"%s\": expected %s at position %d; write it as in 2024-01-02T03:04:05Z"
            .formatted(text, expected, at - from));
  }
}
