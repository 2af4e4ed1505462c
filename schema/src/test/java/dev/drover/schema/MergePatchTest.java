package dev.drover.schema;

import static dev.drover.schema.JsonPatchTest.json;
import static dev.drover.schema.JsonPatchTest.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergePatchTest {
  /// The first lines are the examples of RFC 7386.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a':'b'}       | {'a':'c'}                 | {'a':'c'}",
        "{'a':'b'}       | {'b':'c'}                 | {'a':'b','b':'c'}",
        "{'a':'b'}       | {'a':null}                | {}",
        "{'a':['b']}     | {'a':'c'}                 | {'a':'c'}",
        "{'a':'c'}       | {'a':['b']}               | {'a':['b']}",
        "{'a':{'b':'c'}} | {'a':{'b':'d','c':null}}  | {'a':{'b':'d'}}",
        "{'a':[{'b':1}]} | {'a':[1]}                 | {'a':[1]}",
        "{'e':null}      | {'a':1}                   | {'a':1,'e':null}",
        "{}              | {'a':{'b':{'c':null}}}    | {'a':{'b':{}}}",
        "{'a':1}         | {'a':{'b':1,'c':null}}    | {'a':{'b':1}}",
        "{'l':[1]}       | {'l':[{'b':1,'c':null}]}  | {'l':[{'b':1}]}",
        "{}              | {'l':[null,{'c':null}]}   | {'l':[null,{}]}",
        "{'l':{}}        | {'l':[{'b':1,'c':null}]}  | {'l':[{'b':1,'c':null}]}",
      })
  void patchMergesIntoTheObject(String before, String patch, String after) {
    Map<String, Object> object = tree(before);

    assertThat(MergePatch.apply(object, json(patch))).isEqualTo(json(after));
    assertThat(object).isEqualTo(json(before));
  }

  @Test
  void patchThatIsNoObjectIsABadRequest() {
    JsonPatchTest.assertBadRequest(
        () -> MergePatch.apply(Map.of(), json("[]")),
        "error decoding patch: json: cannot unmarshal array into Go value of type"
            + " map[string]interface {}");
    JsonPatchTest.assertBadRequest(() -> MergePatch.apply(Map.of(), null), "Invalid JSON Patch");
  }
}
