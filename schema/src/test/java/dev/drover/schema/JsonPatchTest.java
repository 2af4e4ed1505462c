package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.RawExtension;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPatchTest {
  private static final String OBJECT = "{'a':{'b':1,'l':['x','y','z']},'n':null,'s/t~':true}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'op':'add','path':'/a/c','value':{'d':2}} | {'b':1,'c':{'d':2},'l':['x','y','z']}",
        "{'op':'add','path':'/a/l/1','value':'w'}   | {'b':1,'l':['x','w','y','z']}",
        "{'op':'add','path':'/a/l/-','value':'w'}   | {'b':1,'l':['x','y','z','w']}",
        "{'op':'add','path':'/a/l/-1','value':'w'}  | {'b':1,'l':['x','y','z','w']}",
        "{'op':'add','path':'/a/l/3','value':'w'}   | {'b':1,'l':['x','y','z','w']}",
        "{'op':'add','path':'/a/c'}                 | {'b':1,'c':null,'l':['x','y','z']}",
        "{'op':'remove','path':'/a/b'}              | {'l':['x','y','z']}",
        "{'op':'remove','path':'/a/l/-1'}           | {'b':1,'l':['x','y']}",
        "{'op':'replace','path':'/a/l/0','value':1} | {'b':1,'l':[1,'y','z']}",
        "{'op':'replace','path':'/a/new','value':1} | {'b':1,'l':['x','y','z'],'new':1}",
        "{'op':'replace','path':'','value':{'a':5}} | 5",
        "{'op':'move','from':'/a/l/0','path':'/a/b'}| {'b':'x','l':['y','z']}",
        "{'op':'copy','from':'/a/l','path':'/a/b'}  | {'b':['x','y','z'],'l':['x','y','z']}",
        "{'op':'copy','from':'/a/no','path':'/a/b'} | {'b':null,'l':['x','y','z']}",
        "{'op':'test','path':'/a/l','value':['x','y','z']} | {'b':1,'l':['x','y','z']}",
        "{'op':'test','path':'/a/no','value':null}  | {'b':1,'l':['x','y','z']}",
        "{'op':'test','path':'/s~1t~0','value':true}| {'b':1,'l':['x','y','z']}",
      })
  void operationChangesTheObject(String operation, String after) {
    assertThat(apply("[" + operation + "]").get("a")).isEqualTo(json(after));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'op':'add','path':'','value':1}",
        "{'op':'add','path':'a','value':1}",
        "{'op':'add','path':'/x/y','value':1}",
        "{'op':'add','path':'/n/y','value':1}",
        "{'op':'add','path':'/a/b/y','value':1}",
        "{'op':'add','path':'/a/l/4','value':1}",
        "{'op':'add','path':'/a/l/-5','value':1}",
        "{'op':'add','path':'/a/l/one','value':1}",
        "{'op':'add','value':1}",
        "{'op':'remove','path':'/x'}",
        "{'op':'remove','path':'/a/l/3'}",
        "{'op':'remove','path':'/a/l/-'}",
        "{'op':'replace','path':'/a/l/3','value':1}",
        "{'op':'replace','path':'','value':1}",
        "{'op':'replace','path':'','value':[]}",
        "{'op':'move','from':'/x','path':'/a/b'}",
        "{'op':'move','path':'/a/b'}",
        "{'op':'copy','from':'/a/l/7','path':'/a/b'}",
        "{'op':'test','path':'/a/b','value':2}",
        "{'op':'test','path':'/a/b'}",
        "{'op':'merge','path':'/a/b'}",
        "{}",
        "null",
      })
  void operationThatDoesNotApplyIsAnInvalidRequest(String operation) {
    assertThatThrownBy(() -> apply("[" + operation + "]"))
        .isInstanceOfSatisfying(
            PatchException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(422);
              assertThat(e.status().reason()).isEqualTo("Invalid");
              assertThat(e.status().message())
                  .isEqualTo("the server rejected our request due to an error in our request");
            });
  }

  @Test
  void laterOperationsSeeTheResultOfEarlierOnes() {
    assertThat(
            apply(
                "[{'op':'add','path':'/m','value':{}},{'op':'add','path':'/m/k','value':[0]},"
                    + "{'op':'copy','from':'/m','path':'/c'},{'op':'add','path':'/m/k/-','value':1}]"))
        .containsEntry("m", json("{'k':[0,1]}"))
        .containsEntry("c", json("{'k':[0]}"));
  }

  @Test
  void patchDoesNotChangeItsInput() {
    Map<String, Object> object = tree(OBJECT);

    JsonPatch.read(json("[{'op':'remove','path':'/a/l/0'}]")).apply(object);

    assertThat(object).isEqualTo(json(OBJECT));
  }

  @Test
  void nullIsAnEmptyPatch() {
    assertThat(apply("null")).isEqualTo(json(OBJECT));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}         | cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
        "'no'       | cannot unmarshal string into Go value of type []handlers.jsonPatchOp",
        "[1]        | cannot unmarshal number into Go value of type handlers.jsonPatchOp",
        "[{'op':1}] | cannot unmarshal number into Go struct field jsonPatchOp.op of type string",
      })
  void malformedPatchIsABadRequest(String patch, String message) {
    assertBadRequest(() -> apply(patch), "error decoding patch: json: " + message);
  }

  @Test
  void moreThanTenThousandOperationsAreRefused() {
    String operation = ",{'op':'test','path':'/a/b','value':1}";

    assertThat(apply("[" + operation.repeat(10_000).substring(1) + "]")).isEqualTo(json(OBJECT));
    assertThatThrownBy(() -> apply("[" + operation.repeat(10_001).substring(1) + "]"))
        .isInstanceOfSatisfying(
            PatchException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(413);
              assertThat(e.status().message())
                  .isEqualTo(
                      "Request entity too large: The allowed maximum operations in a JSON patch is"
                          + " 10000, got 10001");
            });
  }

  @Test
  void sizeOfCopiesIsLimited() {
    String doubling = ",{'op':'copy','from':'/a/l','path':'/a/l/-'}".repeat(20);

    assertThatThrownBy(() -> apply("[" + doubling.substring(1) + "]"))
        .isInstanceOf(PatchException.class)
        .hasMessage("copies of more than 3145728 bytes in all");
  }

  @Test
  void unknownFieldsOfOperationsAreNamed() {
    JsonPatch patch = JsonPatch.read(json("[{'op':'test'},{'op':'test','frm':'/a'}]"));

    assertThat(patch.unknownFields()).containsExactly("json patch unknown field \"[1].frm\"");
  }

  static void assertBadRequest(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            PatchException.class,
            e -> {
              assertThat(e.status().code()).isEqualTo(400);
              assertThat(e.status().reason()).isEqualTo("BadRequest");
              assertThat(e.status().message()).isEqualTo(message);
            });
  }

  private static Map<String, Object> apply(String patch) {
    return JsonPatch.read(json(patch)).apply(tree(OBJECT));
  }

  static Object json(String text) {
    return RawExtension.ofJson(text.replace('\'', '"')).tree();
  }

  @SuppressWarnings("unchecked") // JSON objects have string keys
  static Map<String, Object> tree(String text) {
    return (Map<String, Object>) json(text);
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 20, 30})
  void copiesOfCopiesDoNotNestWithoutLimit(int count) {
    StringBuilder operations = new StringBuilder("[");
    StringBuilder path = new StringBuilder("/a");
    for (int i = 0; i < count; i++) {
      path.append("/x");
      operations.append(i == 0 ? "" : ",");
      operations.append("{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"" + path + "\"}");
      path.append("/x".repeat(Math.min((1 << i) - 1, 1_000)));
    }
    JsonPatch patch = JsonPatch.read(RawExtension.ofJson(operations + "]").tree());
    assertThatThrownBy(() -> patch.apply(Map.of("a", Map.of("y", 1L))))
        .isInstanceOfSatisfying(
            PatchException.class,
            e -> assertThat(e.status().message()).contains("deeper than 250 levels"));
  }
}
