package dev.drover.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class IntOrStringTest {
  @Test
  void isOneOfTwoCases() {
    assertThat(describe(IntOrString.of(80))).isEqualTo("number 80");
    assertThat(describe(IntOrString.of("http"))).isEqualTo("text http");
    assertThat(describe(IntOrString.of("80"))).isEqualTo("text 80");
  }

  private static String describe(IntOrString value) {
    return switch (value) {
      case IntOrString.Int(int number) -> "number " + number;
      case IntOrString.Text(String text) -> "text " + text;
    };
  }

  @Test
  void textThatIsANumberIsReadAsOne() {
    assertThat(IntOrString.parse("80")).isEqualTo(IntOrString.of(80));
    assertThat(IntOrString.parse("-80")).isEqualTo(IntOrString.of(-80));
    assertThat(IntOrString.parse("2147483647")).isEqualTo(IntOrString.of(Integer.MAX_VALUE));
    assertThat(IntOrString.parse("2147483648")).isEqualTo(IntOrString.of("2147483648"));
    assertThat(IntOrString.parse("80%")).isEqualTo(IntOrString.of("80%"));
    assertThat(IntOrString.parse("")).isEqualTo(IntOrString.of(""));
    assertThat(IntOrString.parse("٣")).isEqualTo(IntOrString.of("٣"));
  }

  @Test
  void printsTheValueItself() {
    assertThat(IntOrString.of(80)).hasToString("80");
    assertThat(IntOrString.of("25%")).hasToString("25%");
  }

  @Test
  void percentageOfATotalIsThatOfGo() {
    var rows = Observed.rows("percents.tsv");
    assertThat(rows).hasSizeGreaterThan(200);
    for (var row : rows) {
      var value = IntOrString.parse(row.get(0));
      int total = Integer.parseInt(row.get(1));
      if (row.get(2).equals("error")) {
        assertThatIllegalArgumentException()
            .as("%s of %d", value, total)
            .isThrownBy(() -> value.scaledValue(total, true))
            .withMessageStartingWith("invalid value for IntOrString: invalid ")
            .withMessageContaining("\"" + value + "\"");
      } else {
        long up = Long.parseLong(row.get(2));
        if (up == (int) up) {
          assertThat(value.scaledValue(total, true))
              .as("%s of %d", value, total)
              .isEqualTo((int) up);
          assertThat(value.scaledValue(total, false))
              .as("%s of %d", value, total)
              .isEqualTo(Integer.parseInt(row.get(3)));
        } else {
          assertThatIllegalArgumentException()
              .isThrownBy(() -> value.scaledValue(total, true))
              .withMessageContaining("beyond the range of int");
        }
      }
    }
  }

  @Test
  void percentageIsRoundedAsRequested() {
    assertThat(IntOrString.of("25%").scaledValue(10, true)).isEqualTo(3);
    assertThat(IntOrString.of("25%").scaledValue(10, false)).isEqualTo(2);
    assertThat(IntOrString.of(7).scaledValue(10, true)).isEqualTo(7);
  }
}
