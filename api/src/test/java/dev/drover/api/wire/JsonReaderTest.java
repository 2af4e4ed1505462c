package dev.drover.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[",
        "\"",
        "}",
        "]",
        ",",
        ":",
        "{]",
        "[}",
        "{}}",
        "[]]",
        "{} {}",
        "1 2",
        "nul",
        "nulll",
        "tru",
        "truee",
        "True",
        "NaN",
        "Infinity",
        "-Infinity",
        "undefined",
        "'a'",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1,,2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" 1}",
        "{\"a\"::1}",
        "{a:1}",
        "{1:1}",
        "{null:1}",
        "{\"a\":1]",
        "[1}",
        "[\"a]",
        "{\"a:1}",
        "// a\n1",
        "/* a */ 1",
        "# a",
        "\u00a01",
        "\ufeff1",
        "\f1",
        "\u000b1",
        "[1]x",
        "[\\]",
        "{\\\"a\\\":1}"
      })
  void malformedJsonIsRefusedWithItsPlace(String json) {
    WireException e = refused(json);
    assertThat(e.offset()).isBetween(0, json.getBytes(StandardCharsets.UTF_8).length);
    assertThat(e).hasMessageContaining("(byte " + e.offset() + ")");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1,\"b\":x} | 11",
        "[1,2 3]         | 5",
        "[true,fals]     | 6",
        "{\"a\":\"\\x\"} | 6",
        "[01]            | 1",
        "{\"a\":[1,2}]   | 9",
      })
  void errorPlaceIsThatOfTheFirstWrongByte(String json, int offset) {
    assertThat(refused(json.strip()).offset()).isEqualTo(offset);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        " null ",
        "\t\r\n true\n",
        "{}",
        "{ }",
        "[ ]",
        "[[],{},[{}]]",
        "{\"\":\"\"}",
        "{\"a\" : [ 1 , 2 ] , \"b\":null}",
        "\"\u007f\"",
        "\"\u2028\"",
        "-0",
        "1E400",
        "[1.0]"
      })
  void wellFormedJsonIsSteppedOver(String json) {
    JsonReader in = over(json);
    in.skipChecked();
    in.requireEnd();
  }

  @Test
  void deepNestingIsRefusedByTheIndexBeforeAnyoneRecurses() {
    assertThat(over("[".repeat(64) + "]".repeat(64)).peek()).isEqualTo((byte) '[');
    for (String open : List.of("[", "{\"a\":", "[{\"a\":")) {
      assertThatExceptionOfType(WireException.class)
          .isThrownBy(() -> over(open.repeat(1_000_000)))
          .withMessageContaining("unexpected end of JSON");
    }
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over("[".repeat(1_000_000) + "]".repeat(1_000_000)))
        .withMessageContaining("nested deeper than 64 levels");
  }

  @Test
  void valuesAreSteppedOverInOneJump() {
    JsonReader in =
        over(
            "{\"a\":{\"x\":[1,{\"y\":\"}\"}]},\"b\" : [[],[]]"
                + " ,\"c\":\"]\",\"d\":-1.5e3,\"e\":{\"z\":1}}");
    in.beginObject();
    for (String name : List.of("a", "b", "c", "d")) {
      assertThat(in.nextName(name.equals("a"))).isTrue();
      assertThat(in.name()).isEqualTo(name);
      in.skip();
    }
    assertThat(in.nextName(false)).isTrue();
    assertThat(JsonTree.read(in)).isEqualTo(Map.of("z", 1L));
    assertThat(in.nextName(false)).isFalse();
    in.requireEnd();
  }

  @Test
  void jumpsAndStepsInAnyMixtureMeetTheSameValues() {
    var documents = new RandomJson(7);
    var random = new Random(7);
    for (int i = 0; i < 3000; i++) {
      byte[] json = documents.object();
      List<Object> expected = members(over(json));
      JsonReader in = over(json);
      int n = 0;
      in.beginObject();
      for (boolean first = true; in.nextName(first); first = false) {
        String name = in.name();
        long mark = in.mark();
        if (random.nextBoolean()) {
          in.skip();
        } else {
          in.skipChecked();
        }
        if (random.nextBoolean()) {
          in.reset(mark);
          Object value = JsonTree.read(in);
          assertThat(Arrays.asList(name, value)).isEqualTo(expected.get(n));
        }
        n++;
      }
      in.requireEnd();
      in.rewind();
      assertThat(members(in)).isEqualTo(expected);
    }
  }

  private static List<Object> members(JsonReader in) {
    List<Object> members = new ArrayList<>();
    in.beginObject();
    for (boolean first = true; in.nextName(first); first = false) {
      String name = in.name();
      members.add(Arrays.asList(name, JsonTree.read(in)));
    }
    return members;
  }

  @Test
  void bracketInAWordDoesNotConfuseLaterJumps() {
    JsonReader in = over("{\"a\":1{},\"b\":{\"c\":[1]},\"d\":{}}");
    in.beginObject();
    in.nextName(true);
    in.skip();
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> in.nextName(false))
        .withMessage("expected ',' or '}', found an object (byte 6)");
  }

  @Test
  void guessedFieldNameIsUsedOnlyIfItMatches() {
    FieldName name = new FieldName("name");
    JsonReader in = over("{\"name\":1,\"names\":2, \"name\":3,\"name\" :4,\"nam\\u0065\":5}");
    in.beginObject();
    assertThat(in.nextNameIs(name, true)).isTrue();
    assertThat(in.integer()).isEqualTo(1);
    assertThat(in.nextNameIs(name, false)).isFalse();
    assertThat(in.nextName(false)).isTrue();
    assertThat(in.name()).isEqualTo("names");
    assertThat(in.integer()).isEqualTo(2);
    for (int i = 3; i <= 5; i++) { // spaces and escapes take the long way
      assertThat(in.nextNameIs(name, false)).isFalse();
      assertThat(in.nextName(false)).isTrue();
      assertThat(in.name()).isEqualTo("name");
      assertThat(in.nameEquals(name.bytes())).isEqualTo(i < 5);
      assertThat(in.nameHasEscapes()).isEqualTo(i == 5);
      assertThat(in.integer()).isEqualTo(i);
    }
    assertThat(in.nextName(false)).isFalse();
  }

  @Test
  void hashOfANameIsTheHashOfItsBytes() {
    for (String name : List.of("", "a", "ab", "abc", "metadata", "kubernetes.io/é")) {
      JsonReader in = over("{\"" + name + "\":1}");
      in.beginObject();
      in.nextName(true);
      assertThat(in.nameHash())
          .isEqualTo(JsonReader.nameHash(name.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void errorNamesTheKindOfValueAndNeverItsText() {
    for (String json :
        List.of(
            "{\"a\":\"x\"hunter2\"}",
            "{\"a\":hunter2}",
            "{hunter2\":1}",
            "[\"a\",\"b\"hunter2]",
            "hunter2",
            "{\"a\":\"\\hunter2\"}",
            "[\"hunter2]",
            "{\"a\":\"\"12345\"hunter2\"}",
            "{\"hunter2\":\"hunter2\" \"hunter2\"}")) {
      assertThat(refused(json).getMessage())
          .doesNotContain("hunter2")
          .doesNotContain("unter2")
          .doesNotContain("12345");
    }
    assertThat(refused("[1 {}]")).hasMessage("expected ',' or ']', found an object (byte 3)");
    assertThat(refused("[1 []]")).hasMessage("expected ',' or ']', found a list (byte 3)");
    assertThat(refused("[1 \"a\"]")).hasMessage("expected ',' or ']', found a string (byte 3)");
    assertThat(refused("[1 2]")).hasMessage("expected ',' or ']', found a number (byte 3)");
    assertThat(refused("[1 null]")).hasMessage("expected ',' or ']', found null (byte 3)");
    assertThat(refused("[1:2]")).hasMessageContaining("expected a number");
  }

  @Test
  void typesThatAreNotThereAreNamed() {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over("[]").beginObject())
        .withMessage("expected an object, found a list (byte 0)");
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over("{}").beginArray())
        .withMessage("expected a list, found an object (byte 0)");
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over("1").string())
        .withMessage("expected a string, found a number (byte 0)");
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over("\"true\"").bool())
        .withMessage("expected true or false, found a string (byte 0)");
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over("null").integer())
        .withMessage("expected a number, found null (byte 0)");
  }
}
