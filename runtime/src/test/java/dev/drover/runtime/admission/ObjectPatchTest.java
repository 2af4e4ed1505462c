package dev.drover.runtime.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Bytes;
import dev.drover.api.RawExtension;
import dev.drover.schema.JsonPatch;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectPatchTest {
  private static Object tree(String json) {
    return RawExtension.ofJson(json).tree();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":1}             | {"a":2}             | [{"op":"replace","path":"/a","value":2}]
          {"a":1}             | {"a":1,"b/~":{}}    | [{"op":"add","path":"/b~1~0","value":{}}]
          {"a":1,"b":2}       | {"b":2}             | [{"op":"remove","path":"/a"}]
          {"a":null}          | {}                  | [{"op":"remove","path":"/a"}]
          {"a":{"b":1,"c":2}} | {"a":{"b":1,"c":3}} | [{"op":"replace","path":"/a/c","value":3}]
          {"a":[1,2,3]}       | {"a":[1,3]}         | [{"op":"remove","path":"/a/1"}]
          {"a":[1,3]}         | {"a":[1,2,3]}       | [{"op":"add","path":"/a/1","value":2}]
          {"a":[{"b":1},5]}   | {"a":[{"b":2},5]}   | [{"op":"replace","path":"/a/0/b","value":2}]
          {"a":[1]}           | {"a":{}}            | [{"op":"replace","path":"/a","value":{}}]
          """)
  void patchHasOnlyTheDifference(String from, String to, String patch) {
    assertThat(ObjectPatch.between(tree(from), tree(to)).map(Bytes::utf8)).contains(patch);
  }

  @Test
  void equalTreesNeedNoPatch() {
    assertThat(ObjectPatch.between(tree("{\"a\":[1]}"), tree("{\"a\":[1]}"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"s":{"x":1,"u":7}}                 | {"s":{"x":1}}         | {"s":{"x":2}}         | {"s":{"x":2,"u":7}}
          {"s":{"x":1}}                       | {"s":{"x":1},"e":{}}  | {"s":{"x":1},"e":{}}  | {"s":{"x":1}}
          {"s":1}                             | {"s":1,"e":{}}        | {"s":1,"e":{"y":1}}   | {"s":1,"e":{"y":1}}
          {"q":"0.5"}                         | {"q":"500m"}          | {"q":"500m","z":1}    | {"q":"0.5","z":1}
          {"l":[{"name":"a","u":7}]}          | {"l":[{"name":"a"}]}  | {"l":[{"name":"a","i":1},{"name":"b"}]} | {"l":[{"name":"a","i":1,"u":7},{"name":"b"}]}
          {"l":[{"name":"a","u":7}]}          | {"l":[{"name":"a"}]}  | {"l":[{"name":"b"}]}  | {"l":[{"name":"b"}]}
          {"l":[{"v":1,"u":7},{"v":2,"u":8}]} | {"l":[{"v":1},{"v":2}]} | {"l":[{"v":2}]}     | {"l":[{"v":2,"u":8}]}
          """)
  void patchKeepsFieldsUnknownToTheModel(String sent, String before, String after, String wanted) {
    assertThat(UnknownFieldMerge.of(tree(sent), tree(before), tree(after))).isEqualTo(tree(wanted));
  }

  /// Any two lists: what the patch makes of the one is the other.
  @Test
  void patchTurnsTheFirstObjectIntoTheSecond() {
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      Map<String, Object> from = lists(random);
      Map<String, Object> to = lists(random);
      Optional<Bytes> patch = ObjectPatch.between(from, to);
      Object result = patch.isEmpty() ? from : JsonPatch.read(tree(patch.get().utf8())).apply(from);
      assertThat(result).as("%s to %s by %s", from, to, patch.map(Bytes::utf8)).isEqualTo(to);
    }
  }

  @SuppressWarnings("unchecked") // it is an object
  private static Map<String, Object> lists(Random random) {
    String items =
        String.join(",", random.ints(random.nextInt(6), 0, 4).mapToObj(Integer::toString).toList());
    return (Map<String, Object>) tree("{\"l\":[" + items + "],\"n\":{\"l\":[[" + items + "]]}}");
  }
}
