package dev.drover.api.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.api.Observed;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GoDurationTest {
  @Test
  void readsAndPrintsAsGoDoes() {
    var rows = Observed.rows("durations.tsv");
    assertThat(rows).hasSizeGreaterThan(300);
    for (var row : rows) {
      String text = row.get(0);
      if (row.get(1).equals("ok")) {
        var duration = GoDuration.parse(text);
        assertThat(duration.toNanos()).as("'%s'", text).isEqualTo(Long.parseLong(row.get(3)));
        assertThat(GoDuration.print(duration)).as("'%s'", text).isEqualTo(row.get(2));
      } else {
        assertThatIllegalArgumentException()
            .as("'%s'", text)
            .isThrownBy(() -> GoDuration.parse(text))
            .withMessageStartingWith(row.get(2).replace("\\xc2\\xb5", "µ"))
            .withMessageContaining("(at position ");
      }
    }
  }

  @Test
  void durationPrintsLargeUnitsFirst() {
    assertThat(GoDuration.print(Duration.ofHours(1))).isEqualTo("1h0m0s");
    assertThat(GoDuration.print(Duration.ofMillis(90_500))).isEqualTo("1m30.5s");
    assertThat(GoDuration.print(Duration.ZERO)).isEqualTo("0s");
    assertThat(GoDuration.print(Duration.ofNanos(-1500))).isEqualTo("-1.5µs");
  }

  @Test
  void wholeRangeOfDurationsReadsBack() {
    var random = new Random(20240106);
    for (int i = 0; i < 5000; i++) {
      var duration = Duration.ofNanos(random.nextLong() >> random.nextInt(64));
      assertThat(GoDuration.parse(GoDuration.print(duration))).isEqualTo(duration);
    }
    for (long nanos : new long[] {Long.MIN_VALUE, Long.MAX_VALUE}) {
      var duration = Duration.ofNanos(nanos);
      assertThat(GoDuration.parse(GoDuration.print(duration))).isEqualTo(duration);
    }
  }

  @Test
  void durationsBeyondTheRangeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoDuration.print(Duration.ofDays(200_000)))
        .withMessageContaining("about 292 years");
    for (String text :
        new String[] {
          "-9223372036854775808ns9223372036854775808ns", // twice 2^63 would wrap to 0
          "5000000000000000000ns5000000000000000000ns",
          "18446744073709551617ns", // 2^64 + 1 would wrap to 1
          "184467440737095516170ns",
          "-9223372036854775808ns1ns",
        }) {
      assertThatIllegalArgumentException().as(text).isThrownBy(() -> GoDuration.parse(text));
    }
    assertThat(GoDuration.parse("-9223372036854775808ns0ns"))
        .isEqualTo(Duration.ofNanos(Long.MIN_VALUE));
  }

  @Test
  void durationErrorPointsAtThePlace() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GoDuration.parse("1h5d"))
        .withMessageStartingWith("time: unknown unit \"d\" in duration \"1h5d\"")
        .withMessageContaining("at position 3");
  }
}
