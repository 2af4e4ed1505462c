package dev.drover.api.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
  private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  @Test
  void secondsArePrintedWithoutAFractionAndMicrosAlwaysWithSixDigits() {
    var time = Instant.parse("2024-01-02T03:04:05.678901999Z");
    assertThat(print(time)).isEqualTo("2024-01-02T03:04:05Z");
    assertThat(printMicros(time)).isEqualTo("2024-01-02T03:04:05.678901Z");
    assertThat(printMicros(Instant.parse("2024-01-02T03:04:05Z")))
        .isEqualTo("2024-01-02T03:04:05.000000Z");
    assertThat(printMicros(Instant.ofEpochSecond(-1, 1_999)))
        .isEqualTo("1969-12-31T23:59:59.000001Z");
  }

  @ParameterizedTest
  @CsvSource({
    "2024-01-02T03:04:05Z,              2024-01-02T03:04:05Z",
    "2024-01-02T03:04:05.1Z,            2024-01-02T03:04:05.1Z",
    "2024-01-02T03:04:05.1234567Z,      2024-01-02T03:04:05.1234567Z",
    "2024-01-02T03:04:05.123456789123Z, 2024-01-02T03:04:05.123456789Z",
    "2024-01-02T03:04:05+02:30,         2024-01-02T00:34:05Z",
    "2024-01-02T03:04:05-02:30,         2024-01-02T05:34:05Z",
    "2024-01-02T03:04:05.5+00:00,       2024-01-02T03:04:05.5Z",
    "2024-12-31T23:59:59-23:59,         2025-01-01T23:58:59Z",
    "2024-02-29T00:00:00Z,              2024-02-29T00:00:00Z",
    "2000-02-29T00:00:00Z,              2000-02-29T00:00:00Z",
    "0001-01-01T00:00:00Z,              0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z,       9999-12-31T23:59:59.999999Z",
    "0001-01-01T00:00:00+00:00,         0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59-00:00,         9999-12-31T23:59:59Z",
    "1969-12-31T23:59:59.9Z,            1969-12-31T23:59:59.9Z",
  })
  void fractionsAndOffsetsAreRead(String text, Instant time) {
    assertThat(parse(text)).isEqualTo(time);
  }

  @ParameterizedTest
  @CsvSource({
    "'',                          0, 'a date, a time and a zone'",
    "2024-01-02,                 10, 'a date, a time and a zone'",
    "2024-01-02T03:04:05,        19, 'a date, a time and a zone'",
    "2024-01-02T03:04:05z,       19, 'Z'",
    "2024-01-02t03:04:05Z,       10, 'T'",
    "2024-01-02 03:04:05Z,       10, 'T'",
    "2024/01-02T03:04:05Z,        4, '-'",
    "2024-01/02T03:04:05Z,        7, '-'",
    "2024-01-02T03-04:05Z,       13, ':'",
    "2024-01-02T03:04-05Z,       16, ':'",
    "x024-01-02T03:04:05Z,        0, a digit",
    "+024-01-02T03:04:05Z,        0, a digit",
    "2024-1-02T03:04:05ZZ,        6, a digit",
    "0000-01-02T03:04:05Z,        0, from 1 to 9999",
    "2024-00-02T03:04:05Z,        5, from 1 to 12",
    "2024-13-02T03:04:05Z,        5, from 1 to 12",
    "2024-01-00T03:04:05Z,        8, from 1 to 31",
    "2024-01-32T03:04:05Z,        8, from 1 to 31",
    "2024-04-31T03:04:05Z,        8, from 1 to 30",
    "2023-02-29T03:04:05Z,        8, from 1 to 28",
    "1900-02-29T03:04:05Z,        8, from 1 to 28",
    "2024-02-30T03:04:05Z,        8, from 1 to 29",
    "2024-01-02T24:04:05Z,       11, from 0 to 23",
    "2024-01-02T03:60:05Z,       14, from 0 to 59",
    "2024-01-02T03:04:60Z,       17, from 0 to 59",
    "2024-01-02T03:04:05.Z,      20, a digit of the fraction",
    "'2024-01-02T03:04:05,5Z',   19, 'Z'",
    "2024-01-02T03:04:05.5,      21, 'Z'",
    "2024-01-02T03:04:05ZZ,      19, 'Z'",
    "2024-01-02T03:04:05+0200,   19, 'Z'",
    "2024-01-02T03:04:05+02:0,   19, 'Z'",
    "2024-01-02T03:04:05+02:000, 19, 'Z'",
    "2024-01-02T03:04:05*02:00,  19, 'Z'",
    "2024-01-02T03:04:05+02.00,  22, ':'",
    "2024-01-02T03:04:05+24:00,  20, from 0 to 23",
    "2024-01-02T03:04:05+02:60,  23, from 0 to 59",
    "0001-01-01T00:00:00+00:01,   0, in UTC",
    "9999-12-31T23:59:59-00:01,   0, in UTC",
  })
  void malformedTimesAreRefusedWithThePositionAndAnExample(
      String text, int position, String expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(text))
        .withMessageStartingWith("cannot read time \"" + text + "\": expected ")
        .withMessageContaining(expected)
        .withMessageContaining("at position " + position + ";")
        .withMessageEndingWith("write it as in 2024-01-02T03:04:05Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000-12-31T23:59:59Z", "+10000-01-01T00:00:00Z"})
  void timeWithAYearOfFiveDigitsOrNoneCannotBePrinted(Instant time) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> print(time))
        .withMessageContaining("the year must be 0001 to 9999");
    assertThatIllegalArgumentException().isThrownBy(() -> printMicros(time));
  }

  @Test
  void firstAndLastSecondOfTimeReadBack() {
    for (String text : new String[] {"0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"}) {
      assertThat(print(parse(text))).isEqualTo(text);
    }
  }

  @Test
  void errorDoesNotRepeatALongTextInFull() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse("x".repeat(100_000)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
  }

  @Test
  void everyTimeReadsBackAndAgreesWithTheJdk() {
    var random = new Random(20240107);
    for (int i = 0; i < 20_000; i++) {
      var time =
          Instant.ofEpochSecond(random.nextLong(FIRST, LAST + 1), random.nextInt(1_000_000_000));
      var seconds = time.truncatedTo(ChronoUnit.SECONDS);
      var micros = time.truncatedTo(ChronoUnit.MICROS);
      assertThat(print(time)).isEqualTo(DateTimeFormatter.ISO_INSTANT.format(seconds));
      assertThat(parse(print(time))).isEqualTo(seconds);
      assertThat(parse(printMicros(time))).isEqualTo(micros);
    }
  }

  @Test
  void everyDayOfFourCenturiesIsTheJdksDay() {
    var day = Instant.parse("1900-01-01T00:00:00Z");
    for (int i = 0; i < 146_097; i++, day = day.plus(1, ChronoUnit.DAYS)) {
      String text = print(day);
      assertThat(text).isEqualTo(day.toString());
      assertThat(parse(text)).isEqualTo(day);
    }
  }

  @Test
  void everyOffsetIsTheJdksOffset() {
    for (int minutes = -18 * 60; minutes <= 18 * 60; minutes++) {
      var offset = ZoneOffset.ofTotalSeconds(minutes * 60);
      var time = OffsetDateTime.of(2024, 3, 1, 12, 30, 15, 0, offset);
      String text = time.format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx"));
      assertThat(parse(text)).as(text).isEqualTo(time.toInstant());
    }
  }

  private static Instant parse(String text) {
    byte[] padded = padded(text);
    return Timestamps.parse(padded, 3, padded.length - 3);
  }

  // Digits around the text: a read past its ends changes the result.
  private static byte[] padded(String text) {
    return ("123" + text + "456").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String print(Instant time) {
    byte[] dst = new byte[2 + Timestamps.LENGTH];
    int end = Timestamps.print(time, dst, 2);
    assertThat(end).isEqualTo(dst.length);
    String text = new String(dst, 2, end - 2, StandardCharsets.ISO_8859_1);
    assertThat(Timestamps.print(time)).isEqualTo(text);
    return text;
  }

  private static String printMicros(Instant time) {
    byte[] dst = new byte[2 + Timestamps.MICROS_LENGTH];
    int end = Timestamps.printMicros(time, dst, 2);
    assertThat(end).isEqualTo(dst.length);
    String text = new String(dst, 2, end - 2, StandardCharsets.ISO_8859_1);
    assertThat(Timestamps.printMicros(time)).isEqualTo(text);
    return text;
  }
}
