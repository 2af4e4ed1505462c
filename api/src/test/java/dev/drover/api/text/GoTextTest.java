package dev.drover.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoTextTest {
  @Test
  void integersAreThoseOf64Bits() {
    assertThat(GoText.integer("42")).hasValue(42);
    assertThat(GoText.integer("+042")).hasValue(42);
    assertThat(GoText.integer("-9223372036854775808")).hasValue(Long.MIN_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+",
        "--1",
        "1-",
        " 1",
        "1 ",
        "1.0",
        "1_0",
        "0x1",
        "a",
        "٣",
        "1e3",
        "9223372036854775808"
      })
  void textsThatGoDoesNotParseAreNoIntegers(String text) {
    assertThat(GoText.integer(text)).isEmpty();
  }

  @Test
  void quotesMakeControlCharactersVisible() {
    assertThat(GoText.quote("a\"b\\c")).isEqualTo("\"a\\\"b\\\\c\"");
    assertThat(GoText.quote("\n\r\t\0\037\177")).isEqualTo("\"\\n\\r\\t\\x00\\x1f\\x7f\"");
    assertThat(GoText.quote(" ~é日")).isEqualTo("\" ~é日\"");
  }
}
