package dev.drover.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonScalarTest {
  private static JsonReader over(String json) {
    return over(json.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonReader over(byte[] json) {
    return JsonReader.over(json, 0, json.length, 64);
  }

  private static WireException refused(String json) {
    return refused(json.getBytes(StandardCharsets.UTF_8));
  }

  private static WireException refused(byte[] json) {
    try {
      Object tree = JsonTree.of(json);
      throw new AssertionError("read as " + tree);
    } catch (WireException e) {
      return e;
    }
  }

  @Test
  void everyEscapeReadsAsItsCharacter() {
    String json = "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00Ff\\u20ac\\ud83d\\ude00\\u0000\"";
    assertThat(over(json).string()).isEqualTo("\"\\/\b\f\n\r\tAÿ€😀\0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\a", "\\U0041", "\\x41", "\\0", "\\'", "\\u", "\\u1", "\\u12", "\\u123", "\\u123g",
        "\\u+123", "\\u 123", "\\u-001", "\\é"
      })
  void anyOtherEscapeIsRefused(String escape) {
    assertThat(refused('"' + escape + '"').offset()).isEqualTo(1);
    assertThat(refused("{\"" + escape + "\":1}").offset()).isEqualTo(2);
    assertThat(refused("[\"x" + escape + "x\"]").offset()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "\\ud83d, �",
    "\\ude00, �",
    "\\ud83dx, �x",
    "\\ude00\\ud83d, ��",
    "\\ud83d\\ud83d\\ude00, �😀",
    "\\ud83d\\u0041, �A",
  })
  void halfASurrogatePairReadsAsTheReplacementCharacterAsInGo(String escapes, String text) {
    assertThat(over('"' + escapes + '"').string()).isEqualTo(text);
  }

  @Test
  void receivedReplacementCharacterIsValidUtf8() {
    assertThat(over("\"a\ufffdb\"").string()).isEqualTo("a\ufffdb");
    assertThat(over("\"\\na\ufffdb\"").string()).isEqualTo("\na\ufffdb");
  }

  @Test
  void brokenUtf8IsRefusedInEveryStringAndName() {
    int[][] broken = {
      {0x80},
      {0xBF},
      {0xC0, 0x80}, // overlong
      {0xC1, 0xBF},
      {0xC3}, // cut off
      {0xC3, 0x28},
      {0xE2, 0x82},
      {0xE0, 0x80, 0x80},
      {0xED, 0xA0, 0x80}, // a surrogate
      {0xF0, 0x9F, 0x98},
      {0xF0, 0x80, 0x80, 0x80},
      {0xF4, 0x90, 0x80, 0x80}, // beyond U+10FFFF
      {0xF8, 0x88, 0x80, 0x80, 0x80},
      {0xFE},
      {0xFF}
    };
    for (int[] sequence : broken) {
      byte[] bytes = new byte[sequence.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) sequence[i];
      }
      for (String frame : List.of("\"*\"", "\"\\n*\"", "[\"aaaaaaaaa*\"]", "{\"*\":1}")) {
        byte[] json = framed(frame, bytes);
        assertThat(refused(json).reason()).isEqualTo("text is not valid UTF-8");
        assertThatExceptionOfType(WireException.class).isThrownBy(() -> over(json).skipChecked());
      }
      byte[] bare = framed("[*]", bytes);
      assertThatExceptionOfType(WireException.class).isThrownBy(() -> over(bare).skipChecked());
    }
  }

  private static byte[] framed(String frame, byte[] bytes) {
    int at = frame.indexOf('*');
    byte[] before = frame.substring(0, at).getBytes(StandardCharsets.UTF_8);
    byte[] behind = frame.substring(at + 1).getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(before, before.length + bytes.length + behind.length);
    System.arraycopy(bytes, 0, all, before.length, bytes.length);
    System.arraycopy(behind, 0, all, before.length + bytes.length, behind.length);
    return all;
  }

  @Test
  void everyControlCharacterIsRefusedInsideAStringWhereverItStands() {
    for (char c = 0; c < 0x20; c++) {
      for (int before : new int[] {0, 1, 7, 8, 9, 63, 64, 65}) {
        String prefix = "x".repeat(before);
        assertThat(refused("[\"" + prefix + c + "\"]").offset()).isEqualTo(2 + before);
        assertThat(refused("[\"\\n" + prefix + c + "y\"]").offset()).isEqualTo(4 + before);
        assertThat(refused("{\"" + prefix + c + "\":1}").offset()).isEqualTo(2 + before);
      }
    }
  }

  @Test
  void everyCharacterOfAStringComesBackAtEveryPlaceOfABlock() {
    String odd = "\\\"\\\\{}[]é€😀:,\\n";
    String text = "\"\\{}[]é€😀:,\n";
    for (int before = 0; before < 130; before++) {
      String pad = "p".repeat(before);
      Object tree = JsonTree.of("{\"" + pad + odd + "\":[\"" + odd + pad + "\",{}]}");
      assertThat(tree).isEqualTo(Map.of(pad + text, List.of(text + pad, Map.of())));
    }
  }

  @Test
  void runsOfBackslashesOfEveryLengthEndAtTheRightQuote() {
    for (int before = 50; before < 72; before++) {
      for (int slashes = 0; slashes < 140; slashes++) {
        String pad = "p".repeat(before);
        String json = "[\"" + pad + "\\".repeat(slashes) + "\",[\"]\"]]";
        if (slashes % 2 == 0) {
          assertThat(JsonTree.of(json))
              .isEqualTo(List.of(pad + "\\".repeat(slashes / 2), List.of("]")));
        } else {
          refused(json); // the quote is escaped, so the brackets do not match
          String closed = "[\"" + pad + "\\".repeat(slashes) + "\"\",[\"]\"]]";
          assertThat(JsonTree.of(closed))
              .isEqualTo(List.of(pad + "\\".repeat(slashes / 2) + "\"", List.of("]")));
        }
      }
    }
  }

  @Test
  void veryLongStringsAreRead() {
    String text = "0123456789abcdef".repeat(100_000);
    assertThat(over('"' + text + '"').string()).isEqualTo(text);
    assertThat(over('"' + text + "\\n\"").string()).isEqualTo(text + "\n");
    assertThat(refused('"' + text)).hasMessageContaining("unexpected end");
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        -1,
        9,
        10,
        99,
        -100,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE + 1,
        922337203685477580L,
        -922337203685477580L
      })
  void wholeNumbersAreReadToTheirBorders(long number) {
    assertThat(over(Long.toString(number)).integer()).isEqualTo(number);
    assertThat(((List<?>) JsonTree.of(" [ " + number + " ] ")).getFirst()).isEqualTo(number);
    if (number == (int) number) {
      assertThat(over(Long.toString(number)).integer32()).isEqualTo((int) number);
    } else {
      assertThatExceptionOfType(WireException.class)
          .isThrownBy(() -> over(Long.toString(number)).integer32())
          .withMessage("number does not fit 32 bits (byte 0)");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775808",
        "-9223372036854775809",
        "9223372036854775810",
        "92233720368547758070",
        "18446744073709551616",
        "100000000000000000000000000000"
      })
  void wholeNumbersBeyond64BitsAreRefusedWhereOneIsWantedAndADoubleElsewhere(String number) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over(number).integer())
        .withMessage("number does not fit 64 bits (byte 0)");
    assertThat(over(number).number64()).isEqualTo(Double.parseDouble(number));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "-2147483649", "4294967296", "9223372036854775807"})
  void wholeNumbersBeyond32BitsAreRefusedWhereAnIntIsWanted(String number) {
    assertThatExceptionOfType(WireException.class).isThrownBy(() -> over(number).integer32());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-", "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e5", "1e", "1e+", "1E-", "1e1.5",
        "0x10", "1_000", "1,000", "1f", "--1", "1-1", "1e5x", "1\"", "1{", "1[", "1:", "-a"
      })
  void numbersOfOtherGrammarsAreRefused(String number) {
    refused(number);
    refused("[" + number + "]");
    assertThatExceptionOfType(WireException.class).isThrownBy(() -> over(number).integer());
    assertThatExceptionOfType(WireException.class).isThrownBy(() -> over(number).real());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "1.5", "1e3", "-0.0", "1E0"})
  void fractionOrExponentIsNoWholeNumber(String number) {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over("  " + number).integer())
        .withMessage("expected a whole number, found " + number + " (byte 0)");
    assertThat(over(number).real()).isEqualTo(Double.parseDouble(number));
  }

  @Test
  void numbersThatNoDoubleHoldsAreRefusedAndTinyOnesAreZero() {
    for (String huge : List.of("1e309", "-1e309", "1e999999999", "9".repeat(310))) {
      assertThatExceptionOfType(WireException.class)
          .isThrownBy(() -> over(huge).real())
          .withMessageContaining("number is too large");
      assertThatExceptionOfType(WireException.class).isThrownBy(() -> over(huge).number64());
    }
    assertThat(over("1e-999").real()).isZero();
    assertThat(over("1.7976931348623157e308").real()).isEqualTo(Double.MAX_VALUE);
    assertThat(over("4.9e-324").real()).isEqualTo(Double.MIN_VALUE);
    assertThat(over("-0").real()).isEqualTo(-0.0);
    assertThat(over("-0").integer()).isZero();
  }

  @Test
  void numbersWithHundredsOfDigitsAreRefusedBeforeTheyCostTime() {
    String digits = "1" + "0".repeat(400);
    for (String number : List.of(digits, "0." + digits, "1e" + digits, "-" + digits)) {
      assertThatExceptionOfType(WireException.class).isThrownBy(() -> over(number).number64());
      assertThatExceptionOfType(WireException.class).isThrownBy(() -> over(number).skipChecked());
    }
    assertThat(over("0." + "1".repeat(380)).real()).isEqualTo(1.0 / 9);
  }
}
