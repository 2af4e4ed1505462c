package dev.drover.api.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// Jackson as the second opinion: what it accepts is accepted and means the same, what it refuses
/// is refused.
class JsonAgainstJacksonTest {
  private static final JsonMapper JACKSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /// A tree, which may be null; or nothing when the document was refused.
  private record Answer(@Nullable Object tree) {}

  @Test
  void validDocumentsGiveTheTreeThatJacksonGives() {
    var documents = new RandomJson(42);
    for (int i = 0; i < 4000; i++) {
      byte[] json = documents.document();
      Optional<Answer> expected = jackson(json);
      assertThat(expected).as(text(json)).isPresent();
      assertThat(drover(json)).as(text(json)).isEqualTo(expected);
    }
  }

  @Test
  void brokenDocumentsAreRefusedExactlyWhenJacksonRefusesThem() {
    var documents = new RandomJson(43);
    int refused = 0;
    for (int i = 0; i < 12_000; i++) {
      byte[] json = documents.broken(documents.document());
      if (i % 3 == 0) {
        json = documents.broken(json);
      }
      Optional<Answer> expected = jackson(json);
      refused += expected.isEmpty() ? 1 : 0;
      assertThat(drover(json)).as(text(json)).isEqualTo(expected);
    }
    assertThat(refused).isBetween(3000, 11_000); // else the mutations test only one side
  }

  @Test
  void skippingChecksAsStrictlyAsReading() {
    var documents = new RandomJson(44);
    for (int i = 0; i < 8000; i++) {
      byte[] json = documents.broken(documents.document());
      boolean isFine = skipped(json);
      try {
        JsonTree.of(json);
        assertThat(isFine).as(text(json)).isTrue();
      } catch (WireException e) { // the value of a number is not checked here
        assertThat(isFine).as(text(json)).isEqualTo(e.reason().equals("number is too large"));
      }
    }
  }

  @Test
  void rawBytesOfAValueAreTheValueWithoutSpaces() {
    var documents = new RandomJson(45);
    for (int i = 0; i < 3000; i++) {
      byte[] json = documents.document();
      byte[] raw = JsonReader.over(json, 0, json.length, 200).raw(Arrays::copyOfRange);
      assertThat(JsonTree.of(raw)).as(text(json)).isEqualTo(JsonTree.of(json));
      byte[] again = JsonReader.over(raw, 0, raw.length, 200).raw(Arrays::copyOfRange);
      assertThat(again).isEqualTo(raw);
      assertThat(raw.length).isLessThanOrEqualTo(json.length);
    }
  }

  @Test
  void jacksonReadsWrittenJsonAsTheSameValue() {
    var documents = new RandomJson(46);
    for (int i = 0; i < 3000; i++) {
      Object tree = JsonTree.of(documents.document());
      JsonWriter out = new JsonWriter();
      write(out, tree);
      assertThat(jackson(out.toByteArray()).map(Answer::tree).map(JsonAgainstJacksonTest::asReals))
          .isEqualTo(Optional.ofNullable(tree).map(JsonAgainstJacksonTest::asReals));
    }
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8).replace("%", "%%");
  }

  private static Optional<Answer> drover(byte[] json) {
    try {
      return Optional.of(new Answer(JsonTree.of(json)));
    } catch (WireException e) {
      assertThat(e.offset()).as(e.getMessage()).isBetween(0, json.length);
      return Optional.empty();
    }
  }

  private static boolean skipped(byte[] json) {
    try {
      JsonReader in = JsonReader.over(json, 0, json.length, 200);
      in.skipChecked();
      in.requireEnd();
      return true;
    } catch (WireException e) {
      return false;
    }
  }

  private static Optional<Answer> jackson(byte[] json) {
    String text;
    try { // Jackson would guess UTF-16 where it sees zeros
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
    try {
      Object tree = normal(JACKSON.readValue(text, Object.class));
      return Optional.of(new Answer(tree));
    } catch (ArithmeticException e) {
      return Optional.empty();
    } catch (JacksonException e) {
      // Half a surrogate pair is fine for Jackson in a value and not in a name. Here it is in both.
      return e.getMessage().contains("surrogate") ? drover(json) : Optional.empty();
    }
  }

  /// Jackson's tree in our terms: whole numbers are long if they fit, else double; a number that is
  /// too large for a double is refused; half a surrogate pair is replaced.
  private static @Nullable Object normal(@Nullable Object tree) {
    return switch (tree) {
      case Integer number -> number.longValue();
      case BigInteger number -> finite(number.doubleValue());
      case Double number -> finite(number);
      case String text -> wellFormed(text);
      case List<?> list -> {
        List<@Nullable Object> items = new ArrayList<>();
        list.forEach(item -> items.add(normal(item)));
        yield items;
      }
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        map.forEach((name, value) -> fields.put(wellFormed((String) name), normal(value)));
        yield fields;
      }
      case null, default -> tree;
    };
  }

  private static Double finite(double number) {
    if (Double.isInfinite(number)) {
      throw new ArithmeticException("too large");
    }
    return number;
  }

  private static String wellFormed(String text) {
    return new String(
        text.codePoints().map(c -> c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c).toArray(),
        0,
        text.codePointCount(0, text.length()));
  }

  private static void write(JsonWriter out, @Nullable Object tree) {
    switch (tree) {
      case null -> out.nul();
      case String text -> out.string(text);
      case Boolean truth -> out.bool(truth);
      case Long number -> out.number(number);
      case Double number -> out.number(number);
      case List<?> list -> {
        out.beginArray();
        list.forEach(item -> write(out, item));
        out.endArray();
      }
      case Map<?, ?> map -> {
        out.beginObject();
        map.forEach((name, value) -> write(out.name((String) name), value));
        out.endObject();
      }
      default -> throw new AssertionError(tree);
    }
  }

  /// Whole doubles are written without a fraction, so they come back as whole numbers.
  private static @Nullable Object asReals(@Nullable Object tree) {
    return switch (tree) {
      case Long number -> number.doubleValue() + 0.0;
      case Double number -> number + 0.0;
      case List<?> list -> {
        List<@Nullable Object> items = new ArrayList<>();
        list.forEach(item -> items.add(asReals(item)));
        yield items;
      }
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        map.forEach((name, value) -> fields.put((String) name, asReals(value)));
        yield fields;
      }
      case null, default -> tree;
    };
  }
}
