package dev.drover.server.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Bytes;
import dev.drover.api.RawExtension;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":1,"m":{"b":[1,{"c":"}"}]},"z":0} | {"b":[1,{"c":"}"}]}
          {"a":"\\"m\\":1","m":"\\\\"}           | "\\\\"
          {"m":null}                            | null
          {"b":{"m":1},"m":-1.5e3}              | -1.5e3
          {"b":[["m"],"]"],"m":[]}              | []
          {"mm":1,"m":true,"n":2}               | true
          """)
  void fieldOfTheOutermostObjectIsFound(String object, String value) {
    assertThat(JsonFields.find(Bytes.ofUtf8(object), "m")).map(Bytes::utf8).contains(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"a\":{\"m\":1}}", "{\"a\":\"m\",\"b\":[\"m\"]}"})
  void fieldsBelowAreNotMeant(String object) {
    assertThat(JsonFields.find(Bytes.ofUtf8(object), "m")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void eachFieldOfARandomObjectIsFound(long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    for (int i = 0; i < 500; i++) {
      Map<String, @Nullable Object> object = object(random, 4);
      Bytes json = RawExtension.ofTree(object).raw();
      object.forEach(
          (name, value) ->
              assertThat(JsonFields.find(json, name))
                  .contains(
                      value == null ? Bytes.ofUtf8("null") : RawExtension.ofTree(value).raw()));
    }
  }

  private static Map<String, @Nullable Object> object(RandomGenerator random, int depth) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      object.put("f" + random.nextInt(20), value(random, depth - 1));
    }
    return object;
  }

  private static @Nullable Object value(RandomGenerator random, int depth) {
    return switch (random.nextInt(depth > 0 ? 7 : 5)) {
      case 0 -> null;
      case 1 -> random.nextLong();
      case 2 -> random.nextBoolean();
      case 3 -> random.nextDouble();
      case 4 -> "a\"\\{}[],:\n\u2028é".substring(random.nextInt(12));
      case 5 -> object(random, depth);
      default -> {
        List<@Nullable Object> list = new ArrayList<>(Arrays.asList(1L, "]"));
        list.add(value(random, depth - 1));
        yield list;
      }
    };
  }
}
