package dev.drover.api.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonInputTest {
  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static JsonInput over(String text) {
    return new JsonInput(new ByteArrayInputStream(utf8(text)), 1 << 20, 64);
  }

  private static List<@Nullable Object> values(InputStream in) throws IOException {
    JsonInput input = new JsonInput(in, 1 << 20, 64);
    List<@Nullable Object> values = new ArrayList<>();
    while (input.peek() >= 0) {
      JsonReader reader = input.value();
      values.add(JsonTree.read(reader));
      reader.requireEnd();
    }
    return values;
  }

  @Test
  void anyChunkingOfAStreamGivesTheSameValues() throws IOException {
    var documents = new RandomJson(11);
    var random = new Random(11);
    for (int round = 0; round < 150; round++) {
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      List<@Nullable Object> expected = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        byte[] json = documents.document();
        expected.add(JsonTree.of(json));
        stream.write(json);
        stream.write('\n');
      }
      byte[] bytes = stream.toByteArray();
      for (int largest : new int[] {1, 2, 7, 64, 65, 1000, 1 << 20}) {
        InputStream chunks =
            new Chunks(bytes, () -> largest == 1 ? 1 : 1 + random.nextInt(largest));
        assertThat(values(chunks)).isEqualTo(expected);
      }
    }
  }

  @Test
  void streamInAnyPiecesGivesTheSameValues() throws IOException {
    String slashes = "\\\\".repeat(40);
    byte[] bytes =
        utf8(
            "{\"a\":[1,{\"b\":\"}]\\\"{[\"},\"é😀\"],\"c\":\""
                + slashes
                + "\",\"d\":{\"\\\\\":{}}} 12 \"x\\\"y\" [[[]]] null -1.5e3 \""
                + slashes
                + "\" true");
    List<@Nullable Object> whole = values(new ByteArrayInputStream(bytes));
    assertThat(whole).hasSize(8);
    for (int cut = 0; cut <= bytes.length; cut++) {
      int first = cut;
      var sizes = new int[] {Math.max(1, first), bytes.length};
      var at = new int[1];
      assertThat(values(new Chunks(bytes, () -> sizes[Math.min(at[0]++, 1)]))).isEqualTo(whole);
    }
  }

  @Test
  void valuesLargerThanTheFirstBufferAreRead() throws IOException {
    String text = "0123456789".repeat(50_000);
    String json = "{\"a\":\"" + text + "\",\"b\":[" + "{},".repeat(50_000) + "{}]}";
    var random = new Random(5);
    JsonInput in =
        new JsonInput(new Chunks(utf8(json + json), () -> 1 + random.nextInt(30_000)), 1 << 20, 64);
    for (int i = 0; i < 2; i++) {
      JsonReader reader = in.value();
      reader.beginObject();
      reader.nextName(true);
      assertThat(reader.string()).isEqualTo(text);
      reader.nextName(false);
      assertThat((List<?>) JsonTree.read(reader)).hasSize(50_001);
      assertThat(reader.nextName(false)).isFalse();
    }
    assertThat(in.peek()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{", "{\"", "{\"a", "{\"a\\", "{\"a\\u00", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":-",
            "{\"a\":tru",
        "{\"a\":{}", "[", "[1,", "[[]", "[\"]", "\"", "\"abc", "\"abc\\", "\"abc\\\"",
            "{\"a\":\"}\""
      })
  void streamThatEndsWithinAValueIsTruncated(String start) {
    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(() -> over(start).value())
        .withMessage("the stream ended inside a value");
  }

  @Test
  void streamThatEndsBeforeAValueIsTruncated() {
    assertThatExceptionOfType(EOFException.class).isThrownBy(() -> over(" \n").value());
    assertThatExceptionOfType(EOFException.class).isThrownBy(() -> over("").expect('{'));
  }

  @Test
  void numberOrWordMayEndWithTheStream() throws IOException {
    assertThat(over("12").value().integer()).isEqualTo(12);
    assertThat(over(" true").value().bool()).isTrue();
    JsonReader half = over("tru").value();
    assertThatExceptionOfType(WireException.class).isThrownBy(half::bool);
  }

  @Test
  void punctuationIsConsumedOneByOne() throws IOException {
    JsonInput in = over(" { \"a\" : 1 , \"b\" : [ ] }");
    in.expect('{');
    assertThat(in.accept('}')).isFalse();
    assertThat(in.value().string()).isEqualTo("a");
    in.expect(':');
    assertThat(in.value().integer()).isEqualTo(1);
    assertThat(in.accept(',')).isTrue();
    assertThat(in.value().string()).isEqualTo("b");
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> in.expect('='))
        .withMessage("expected '=', found ':'");
    in.expect(':');
    in.value().skipChecked();
    assertThat(in.accept('}')).isTrue();
    assertThat(in.peek()).isEqualTo(-1);
  }

  @Test
  void valueBeyondTheLimitIsRefusedInAnyPieces() throws IOException {
    String hundred = "[\"" + "x".repeat(96) + "\"]";
    byte[] bytes = utf8(hundred + " 1");
    for (int size : new int[] {1, 50, 1000}) {
      JsonInput fits = new JsonInput(new Chunks(bytes, () -> size), 100, 64);
      fits.value().skipChecked();
      assertThat(fits.value().integer()).isEqualTo(1);
      JsonInput tooSmall = new JsonInput(new Chunks(bytes, () -> size), 99, 64);
      assertThatExceptionOfType(WireException.class)
          .isThrownBy(tooSmall::value)
          .withMessage(
              "a value is larger than the limit of 99 bytes (DecodeLimits.maxObjectBytes)");
    }
  }

  @Test
  void stringInManyPiecesIsScannedOnce() throws IOException {
    byte[] string = utf8("\"" + "\\\"x\\\\".repeat(1 << 20) + "\"");
    JsonInput strings = new JsonInput(new Chunks(string, () -> 100), 1 << 24, 64);
    assertThat(strings.value().string()).hasSize(3 << 20);
    JsonInput words = new JsonInput(new Chunks(utf8("x".repeat(4 << 20)), () -> 100), 1 << 24, 64);
    assertThatExceptionOfType(WireException.class).isThrownBy(() -> words.value().bool());
  }

  @Test
  void endlessValueIsRefusedAtTheLimit() {
    for (String piece : List.of("[", "{\"a\":[{},", "\"xxxxxxx", "1111111", "[\"\\\\")) {
      var endless =
          new InputStream() {
            private int i;

            @Override
            public int read() {
              return i < piece.length() ? piece.charAt(i++) : 'x';
            }
          };
      JsonInput in = new JsonInput(endless, 100_000, 64);
      assertThatExceptionOfType(WireException.class)
          .isThrownBy(in::value)
          .withMessageContaining("limit of 100000 bytes");
    }
  }

  @Test
  void valueNestedTooDeeplyIsRefusedAndTheNextOneIsRead() throws IOException {
    JsonInput in = over("[".repeat(65) + "]".repeat(65) + "{\"a\":1}");
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(in::value)
        .withMessage("nested deeper than 64 levels (DecodeLimits.maxDepth) (byte 64)");
    assertThat(JsonTree.read(in.value())).isEqualTo(Map.of("a", 1L));
  }

  @Test
  void bracketsThatDoNotMatchAreRefusedWhileTheyArrive() {
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over("{\"a\":[}").value())
        .withMessage("'}' closes a list (byte 6)");
    assertThatExceptionOfType(WireException.class)
        .isThrownBy(() -> over("[{]").value())
        .withMessage("']' closes an object (byte 2)");
    assertThatExceptionOfType(WireException.class).isThrownBy(() -> over("]").value());
  }
}
