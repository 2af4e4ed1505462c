package dev.drover.api.codec;

import static dev.drover.api.codec.Samples.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.api.Bytes;
import dev.drover.api.DecodeException;
import dev.drover.api.IntOrString;
import dev.drover.api.Quantity;
import dev.drover.api.RawExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StructJsonTest {
  @Test
  void everyScalarIsReadAndWrittenInTheOrderOfTheType() {
    String text =
        "{\"text\":\"a\",\"textRequired\":\"b\",\"textPointer\":\"c\",\"flag\":true,\"flagPointer\":true,"
            + "\"small\":-2147483648,\"smallRequired\":7,\"smallPointer\":2147483647,"
            + "\"large\":-9223372036854775808,\"largePointer\":9223372036854775807,"
            + "\"real\":0.5,\"realPointer\":-1.5,\"data\":\"AAECAw==\"}";
    Sample value = json(Samples.SCALARS, text);
    assertThat(value.at("text")).isEqualTo("a");
    assertThat(value.at("flag")).isEqualTo(true);
    assertThat(value.at("small")).isEqualTo(Integer.MIN_VALUE);
    assertThat(value.at("large")).isEqualTo(Long.MIN_VALUE);
    assertThat(value.at("largePointer")).isEqualTo(Long.MAX_VALUE);
    assertThat(value.at("real")).isEqualTo(0.5);
    assertThat(value.at("data")).isEqualTo(Bytes.of(new byte[] {0, 1, 2, 3}));
    assertThat(json(value)).isEqualTo(text);
  }

  @Test
  void zerosAreAbsentInValuesAndKeptInPointers() {
    Sample value =
        json(
            Samples.SCALARS,
            "{\"text\":\"\",\"textRequired\":\"\",\"textPointer\":\"\",\"flag\":false,"
                + "\"flagPointer\":false,\"small\":0,\"smallRequired\":0,\"smallPointer\":0,\"large\":0,"
                + "\"largePointer\":0,\"real\":0.0,\"realPointer\":0,\"data\":\"\"}");
    for (String absent :
        List.of("text", "textRequired", "flag", "small", "large", "real", "data")) {
      assertThat(value.at(absent)).as(absent).isNull();
    }
    assertThat(json(value))
        .isEqualTo(
            "{\"textRequired\":\"\",\"textPointer\":\"\",\"flagPointer\":false,"
                + "\"smallRequired\":0,\"smallPointer\":0,\"largePointer\":0,\"realPointer\":0}");
  }

  @Test
  void nullIsAbsentForEveryType() {
    for (StructType<Sample> type : Samples.all()) {
      for (Field field : type.fields) {
        Sample value = json(type, "{\"" + field.name + "\" : null }");
        assertThat(value).as(type.name() + "." + field.name).isEqualTo(type.empty());
        assertThat(value.isEmpty()).isTrue();
      }
    }
  }

  @Test
  void fieldsThatAreNotOptionalAreWrittenEvenWhenNothingWasSet() {
    assertThat(json(Samples.LEAF.empty())).isEqualTo("{\"name\":\"\"}");
    assertThat(json(Samples.LISTS.empty())).isEqualTo("{\"leaves\":[]}");
    assertThat(json(Samples.MAPS.empty())).isEqualTo("{\"leaves\":{}}");
    assertThat(json(Samples.NESTED.empty())).isEqualTo("{\"embedded\":{\"name\":\"\"}}");
    assertThat(json(Samples.MESSAGES.empty())).isEqualTo("{}");
  }

  @Test
  void everyMessageHasItsFormOfText() {
    String text =
        "{\"time\":\"2026-01-31T12:00:01Z\",\"timePointer\":\"0001-01-01T00:00:01Z\","
            + "\"micro\":\"2026-01-31T12:00:01.000002Z\",\"microPointer\":\"2026-01-31T12:00:01.000000Z\","
            + "\"duration\":\"1h30m0s\",\"durationPointer\":\"0s\",\"quantity\":\"500m\","
            + "\"quantityPointer\":\"0\",\"port\":80,\"portPointer\":\"25%\","
            + "\"raw\":{\"a\":[1,null]},\"rawPointer\":\"x\",\"extra\":[\"a\",\"\"]}";
    Sample value = json(Samples.MESSAGES, text);
    assertThat(value.at("time")).isEqualTo(Instant.parse("2026-01-31T12:00:01Z"));
    assertThat(value.at("micro")).isEqualTo(Instant.parse("2026-01-31T12:00:01.000002Z"));
    assertThat(value.at("duration")).isEqualTo(Duration.ofMinutes(90));
    assertThat(value.at("durationPointer")).isEqualTo(Duration.ZERO);
    assertThat(value.at("quantity")).isEqualTo(Quantity.parse("500m"));
    assertThat(value.at("port")).isEqualTo(IntOrString.of(80));
    assertThat(value.at("portPointer")).isEqualTo(IntOrString.of("25%"));
    assertThat(value.at("extra")).isEqualTo(List.of("a", ""));
    assertThat(json(value)).isEqualTo(text);
  }

  @Test
  void timesAreCutToTheirUnitAndMovedToUtc() {
    Sample value =
        json(
            Samples.MESSAGES,
            "{\"time\":\"2026-01-31T12:00:01.999999999+01:00\","
                + "\"micro\":\"2026-01-31T12:00:01.1234567-00:30\"}");
    assertThat(json(value))
        .isEqualTo("{\"time\":\"2026-01-31T11:00:01Z\",\"micro\":\"2026-01-31T12:30:01.123456Z\"}");
  }

  @Test
  void goZeroTimeIsAbsentInAPointerToo() {
    Sample value =
        json(
            Samples.MESSAGES,
            "{\"time\":\"0001-01-01T00:00:00Z\",\"timePointer\":\"0001-01-01T00:00:00Z\","
                + "\"micro\":\"0001-01-01T00:00:00.000000Z\"}");
    assertThat(value).isEqualTo(Samples.MESSAGES.empty());
    assertThat(json(value)).isEqualTo("{}");
  }

  @Test
  void timeWithEscapesIsRead() {
    assertThat(json(Samples.MESSAGES, "{\"time\":\"2026\\u002d01-31T12:00:01Z\"}").at("time"))
        .isEqualTo(Instant.parse("2026-01-31T12:00:01Z"));
  }

  @Test
  void quantityMayBeABareNumber() {
    assertThat(json(Samples.MESSAGES, "{\"quantity\":1.5}").at("quantity"))
        .isEqualTo(Quantity.parse("1.5"));
    assertThat(json(Samples.MESSAGES, "{\"quantity\":-2e3}").at("quantity"))
        .isEqualTo(Quantity.parse("-2e3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "time       | 5          | expected a string, found a number",
        "time       | \"soon\"   | not a time such as 2026-01-31T12:00:00Z",
        "micro      | {}         | expected a string, found an object",
        "duration   | \"1 hour\" | not a duration such as 1h30m",
        "duration   | 1          | expected a string, found a number",
        "quantity   | \"lots\"   | not a quantity such as 500m or 1Gi",
        "quantity   | true       | expected a quantity such as 500m or 1Gi, found true",
        "quantity   | {}         | expected a quantity such as 500m or 1Gi, found an object",
        "port       | 1.5        | expected a whole number, found 1.5",
        "port       | 2147483648 | number does not fit 32 bits",
        "port       | []         | expected a number, found a list",
        "extra      | {}         | expected a list, found an object",
        "extra      | [1]        | expected a string, found a number",
        "raw        | {\"a\":}   | expected a number, found '}'",
      })
  void valueOfTheWrongFormIsAnErrorWithItsPath(String field, String value, String reason) {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> json(Samples.MESSAGES, "{\"" + field + "\": " + value + "}"))
        .withMessageContaining(reason)
        .satisfies(e -> assertThat(e.path()).startsWith(field));
  }

  @Test
  void errorPathLeadsThroughListsMapsAndStructs() {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(
            () ->
                json(
                    Samples.NESTED,
                    "{\"list\":[{},{\"map\":{\"k/e.y\":{\"below\":{\"lists\":{\"smalls\":[1,2,\"x\"]}}}}}]}"))
        .withMessageStartingWith(
            "cannot decode test/v1.Nested: list[1].map.k/e.y.below.lists.smalls[2]: expected a"
                + " number, found a string (byte ")
        .satisfies(e -> assertThat(e.path()).isEqualTo("list[1].map.k/e.y.below.lists.smalls[2]"));
  }

  @Test
  void errorPositionCountsFromTheStartOfTheObject() {
    for (String wrong :
        List.of("{\"time\": \"x\"}", "{\"port\": \"a\\q\"}", "{\"duration\": \"x\"}")) {
      int at = wrong.indexOf(' ') + 1 + (wrong.contains("\\q") ? 2 : 0);
      assertThatExceptionOfType(DecodeException.class)
          .isThrownBy(() -> json(Samples.MESSAGES, wrong))
          .withMessageEndingWith("(byte " + at + ")");
    }
  }

  @Test
  void listsOfEveryTypeRoundTrip() {
    String text =
        "{\"texts\":[\"\",\"a\"],\"flags\":[true,false],\"smalls\":[0,-1],\"larges\":[0,9223372036854775807],"
            + "\"reals\":[0,0.5],\"datas\":[\"\",\"AA==\"],\"micros\":[\"2026-01-31T12:00:01.000002Z\"],"
            + "\"quantities\":[\"0\",\"1Gi\"],\"ports\":[0,\"\",\"http\"],\"raws\":[null,1,{}],"
            + "\"leaves\":[{\"name\":\"\"},{\"name\":\"x\"}]}";
    Sample value = json(Samples.LISTS, text);
    assertThat(value.at("flags")).isEqualTo(List.of(true, false));
    assertThat(value.at("larges")).isEqualTo(List.of(0L, Long.MAX_VALUE));
    assertThat(value.at("raws"))
        .isEqualTo(List.of(RawExtension.NULL, RawExtension.ofJson("1"), RawExtension.ofJson("{}")));
    assertThat(json(value)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"texts", "smalls", "leaves", "micros", "quantities"})
  void nullInAListIsRefusedWhereItMeansNothing(String field) {
    assertThatExceptionOfType(DecodeException.class)
        .isThrownBy(() -> json(Samples.LISTS, "{\"" + field + "\":[null]}"))
        .withMessageContaining(field + "[0]: expected a list item other than null, found null");
  }

  @Test
  void mapsOfEveryTypeRoundTripInTheOrderOfTheirKeys() {
    String text =
        "{\"texts\":{\"\":\"\",\"a\":\"b\"},\"flags\":{\"f\":false,\"t\":true},\"smalls\":{\"z\":0},"
            + "\"larges\":{\"m\":-9223372036854775808},\"reals\":{\"h\":0.5},\"datas\":{\"e\":\"\"},"
            + "\"times\":{\"n\":null,\"t\":\"2026-01-31T12:00:01Z\"},\"quantities\":{\"cpu\":\"0\"},"
            + "\"ports\":{\"p\":0},\"raws\":{\"r\":null,\"s\":[]},\"extras\":{\"x\":[],\"y\":[\"a\"]},"
            + "\"leaves\":{\"l\":{\"name\":\"\"}}}";
    assertThat(json(json(Samples.MAPS, text))).isEqualTo(text);
    assertThat(json(json(Samples.MAPS, "{\"texts\":{\"b\":\"1\",\"a\":\"2\",\"b\":\"3\"}}")))
        .isEqualTo("{\"texts\":{\"a\":\"2\",\"b\":\"3\"},\"leaves\":{}}");
  }

  @Test
  void nullInAMapKeepsItsKeyWithTheZeroValueAsInGo() {
    Sample value =
        json(
            Samples.MAPS,
            "{\"texts\":{\"a\":null},\"smalls\":{\"a\":null},\"leaves\":{\"a\":null},\"datas\":{\"a\":null}}");
    assertThat(value.at("texts")).isEqualTo(Map.of("a", ""));
    assertThat(value.at("smalls")).isEqualTo(Map.of("a", 0));
    assertThat(value.at("leaves")).isEqualTo(Map.of("a", Samples.LEAF.empty()));
    assertThat(value.at("datas")).isEqualTo(Map.of("a", Bytes.EMPTY));
  }

  @Test
  void emptyListsAndMapsAreAbsent() {
    Sample value = json(Samples.LISTS, "{\"texts\":[],\"leaves\":[]}");
    assertThat(value.isEmpty()).isTrue();
    assertThat(json(Samples.MAPS, "{\"texts\":{}}").isEmpty()).isTrue();
  }

  @Test
  void fieldsMayComeInAnyOrderAndTheLastOfRepeatedOnesCounts() {
    Sample forward = json(Samples.LEAF, "{\"name\":\"n\",\"value\":\"v\",\"count\":3}");
    assertThat(json(Samples.LEAF, "{\"count\":3,\"value\":\"v\",\"name\":\"n\"}"))
        .isEqualTo(forward);
    assertThat(json(Samples.LEAF, " { \"value\" : \"v\" ,\n\"count\" :3,\t\"name\":\"n\"}"))
        .isEqualTo(forward);
    assertThat(
            json(
                Samples.LEAF,
                "{\"name\":\"x\",\"name\":\"n\",\"count\":1,\"value\":\"v\",\"count\":3}"))
        .isEqualTo(forward);
    assertThat(json(Samples.LEAF, "{\"n\\u0061me\":\"n\",\"\\u0076alue\":\"v\",\"count\":3}"))
        .isEqualTo(forward);
  }

  @Test
  void unknownFieldsAreKeptAtEveryDepth() {
    String text =
        "{\"embedded\":{\"name\":\"\",\"x\":1},\"pointer\":{\"name\":\"p\",\"y\":{\"deep\":[1,{\"é\":\"\\\"\"}]}},"
            + "\"list\":[{\"embedded\":{\"name\":\"\"},\"in-list\":true}],"
            + "\"map\":{\"k\":{\"embedded\":{\"name\":\"\"},\"in-map\":null}},"
            + "\"inlined\":{\"a\":\"a\",\"in-inlined\":\"s\"},\"new\":1.50,\"newer\":[]}";
    Sample value = json(Samples.NESTED, text);
    assertThat(json(value)).isEqualTo(text);
    assertThat(value.toString()).contains("unknown fields").doesNotContain("deep");
  }

  @Test
  void unknownFieldsAreSortedAndKeptWithoutSpaces() {
    Sample value =
        json(
            Samples.LEAF,
            "{ \"z\" : [ 1 , 2 ] , \"name\" : \"n\" , \"a\\n\" : { \"b\" : \" \" }, \"z\": 3 }");
    assertThat(json(value)).isEqualTo("{\"name\":\"n\",\"a\\n\":{\"b\":\" \"},\"z\":3}");
  }

  @Test
  void unknownFieldsMustBeJsonToo() {
    for (String wrong :
        List.of("{\"x\":01}", "{\"x\":\"\\q\"}", "{\"x\":[1,]}", "{\"x\":{\"a\" 1}}")) {
      assertThatExceptionOfType(DecodeException.class)
          .isThrownBy(() -> json(Samples.LEAF, wrong))
          .satisfies(e -> assertThat(e.path()).isEqualTo("x"));
    }
  }

  @Test
  void costOfUnknownFieldsIsLinear() {
    StringBuilder text = new StringBuilder("{\"name\":\"\"");
    for (int i = 0; i < 60_000; i++) {
      text.append(",\"u").append(100_000 + i).append("\":").append(i);
    }
    String all = text.append('}').toString();
    assertThat(json(json(Samples.LEAF, all))).isEqualTo(all);
  }

  @Test
  void rawBytesThatAreNoJsonAreNotWrittenIntoJson() {
    byte[] hostile = Samples.utf8("1},\"injected\":{");
    Sample value =
        Samples.proto(
            Samples.MESSAGES,
            ProtoBytes.message().message(11, ProtoBytes.message().bytes(1, hostile)).toByteArray());
    assertThatIllegalArgumentException().isThrownBy(() -> json(value));
    assertThat(Samples.proto(value)).containsSequence(hostile);
  }

  @Test
  void valuesOtherThanObjectsAreRefused() {
    for (String wrong : List.of("[]", "1", "\"{}\"", "null", "true", "")) {
      assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> json(Samples.LEAF, wrong));
    }
  }
}
