package dev.drover.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonWriterTest {
  private static String text(JsonWriter out) {
    return new String(out.toByteArray(), StandardCharsets.UTF_8);
  }

  private static String written(String value) {
    return text(new JsonWriter().string(value));
  }

  @Test
  void writerPutsCommasBetweenValuesOnly() {
    JsonWriter out = new JsonWriter();
    out.beginObject().name("a").beginArray().number(1).beginObject().endObject().nul().endArray();
    out.name("b".getBytes(StandardCharsets.UTF_8)).bool(true).name("c").beginObject();
    out.name("d").string("").endObject().name("e").raw("[2]".getBytes(StandardCharsets.UTF_8));
    out.name("f").beginArray().endArray().endObject();
    assertThat(text(out))
        .isEqualTo("{\"a\":[1,{},null],\"b\":true,\"c\":{\"d\":\"\"},\"e\":[2],\"f\":[]}");
  }

  @Test
  void writerEscapesOnlyWhatMustBeEscaped() {
    assertThat(written("\"\\\n\r\t\b\f\0\u001f"))
        .isEqualTo("\"\\\"\\\\\\n\\r\\t\\u0008\\u000c\\u0000\\u001f\"");
    assertThat(written("/<>&'\u007fé€😀\u2028")).isEqualTo("\"/<>&'\u007fé€😀\u2028\"");
  }

  @Test
  void halfASurrogatePairIsWrittenAsTheReplacementCharacter() {
    assertThat(written("\ud83d")).isEqualTo("\"\ufffd\"");
    assertThat(written("a\ude00b")).isEqualTo("\"a\ufffdb\"");
    assertThat(written("\ud83dx\ud83d\ude00")).isEqualTo("\"\ufffdx😀\"");
  }

  @Test
  void writtenTextIsReadBackAsItWas() {
    var random = new Random(3);
    for (int i = 0; i < 3000; i++) {
      String text =
          random
              .ints(random.nextInt(80), 0, 0x10FFFF)
              .map(c -> random.nextInt(3) == 0 ? c : c % 0x80)
              .filter(c -> c < 0xD800 || c > 0xDFFF)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      byte[] json =
          new JsonWriter().beginObject().name(text).string(text).endObject().toByteArray();
      JsonReader in = JsonReader.over(json, 0, json.length, 4);
      in.beginObject();
      in.nextName(true);
      assertThat(in.name()).isEqualTo(text);
      assertThat(in.string()).isEqualTo(text);
    }
  }

  @Test
  void writerBufferGrowsOnDemand() {
    JsonWriter out = new JsonWriter().beginArray();
    StringBuilder expected = new StringBuilder("[");
    for (int i = 0; i < 3000; i++) {
      out.number(i).string("\u0001".repeat(i % 7)).raw("{}".getBytes(StandardCharsets.UTF_8));
      expected.append(i == 0 ? "" : ",").append(i).append(",\"");
      expected.append("\\u0001".repeat(i % 7)).append("\",{}");
    }
    assertThat(text(out.endArray())).isEqualTo(expected.append(']').toString());
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, -0",
    "1, 1",
    "-1.0, -1",
    "1.5, 1.5",
    "100000000000000, 100000000000000",
    "1e15, 1.0E15",
    "1e21, 1.0E21",
    "1e-7, 1.0E-7",
    "0.1, 0.1",
    "-2.5e300, -2.5E300"
  })
  void realNumbersAreWrittenShort(double number, String json) {
    assertThat(text(new JsonWriter().number(number))).isEqualTo(json);
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    assertThat(JsonReader.over(bytes, 0, bytes.length, 1).real()).isEqualTo(number);
  }

  @Test
  void writerRefusesNumbersWithoutAJsonForm() {
    for (double number :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new JsonWriter().number(number));
    }
  }
}
