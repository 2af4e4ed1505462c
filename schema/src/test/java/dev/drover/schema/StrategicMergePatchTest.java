package dev.drover.schema;

import static dev.drover.schema.JsonPatchTest.json;
import static dev.drover.schema.JsonPatchTest.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.GroupVersionKind;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategicMergePatchTest {
  private static final Structure.Fields POD =
      SchemaTable.builtIn().structure(new GroupVersionKind("", "v1", "Pod")).orElseThrow();

  private static final String CONTAINERS =
      "'containers':[{'name':'a','image':'i'},{'name':'b','image':'j'},{'name':'c'}]";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // objects
        "{'nodeName':'n'} | {'nodeName':'m'}  | {'nodeName':'m'}",
        "{'nodeName':'n'} | {'nodeName':null} | {}",
        "{'nodeName':'n'} | {'$patch':'replace','hostname':'h'} | {'hostname':'h'}",
        "{'nodeName':'n'} | {'$patch':'delete'} | {}",
        "{'dnsConfig':{'searches':['a']}} | {'dnsConfig':{'options':[]}} |"
            + " {'dnsConfig':{'searches':['a'],'options':[]}}",
        "{} | {'dnsConfig':{'searches':null,'options':[{'name':null}]}} |"
            + " {'dnsConfig':{'options':[{}]}}",
        "{} | {'dnsConfig':{'$patch':'delete'}} | {}",
        "{'volumes':[{'name':'v','emptyDir':{}}]} |"
            + " {'volumes':[{'name':'v','$retainKeys':['name','secret'],'secret':{}}]} |"
            + " {'volumes':[{'name':'v','secret':{}}]}",
        // lists that are replaced
        "{'tolerations':[{'key':'a'}]} | {'tolerations':[{'key':'b'}]} |"
            + " {'tolerations':[{'key':'b'}]}",
        // lists of objects
        "{'imagePullSecrets':[{'name':'a'},{'name':'b'}]} | {'imagePullSecrets':[{'name':'c'}]} |"
            + " {'imagePullSecrets':[{'name':'c'},{'name':'a'},{'name':'b'}]}",
        "{'imagePullSecrets':[{'name':'a'},{'name':'b'}]} |"
            + " {'imagePullSecrets':[{'name':'b'},{'name':'a'}]} |"
            + " {'imagePullSecrets':[{'name':'b'},{'name':'a'}]}",
        "{'imagePullSecrets':[{'name':'a'},{'name':'b'}]} |"
            + " {'imagePullSecrets':[{'name':'a','$patch':'delete'}]} |"
            + " {'imagePullSecrets':[{'name':'b'}]}",
        "{'imagePullSecrets':[{'name':'a'},{'name':'b'}]} |"
            + " {'imagePullSecrets':[{'$patch':'replace'},{'name':'z'}]} |"
            + " {'imagePullSecrets':[{'name':'z'}]}",
        "{'imagePullSecrets':[{'name':'a'}]} | {'imagePullSecrets':[{'$patch':'replace'}]} |"
            + " {'imagePullSecrets':[]}",
        "{'imagePullSecrets':[]} | {'imagePullSecrets':[]} | {'imagePullSecrets':[]}",
        "{} | {'imagePullSecrets':[{'name':'a'},{'name':'b','$patch':'delete'}]} |"
            + " {'imagePullSecrets':[{'name':'a'}]}",
        // order
        "{'imagePullSecrets':[{'name':'a'},{'name':'b'},{'name':'c'}]} |"
            + " {'$setElementOrder/imagePullSecrets':[{'name':'c'},{'name':'a'}]} |"
            + " {'imagePullSecrets':[{'name':'b'},{'name':'c'},{'name':'a'}]}",
        "{'imagePullSecrets':[{'name':'a'}]} |"
            + " {'$setElementOrder/imagePullSecrets':[{'name':'z'},{'name':'a'}],'imagePullSecrets':[{'name':'z'}]}"
            + " | {'imagePullSecrets':[{'name':'z'},{'name':'a'}]}",
        "{} | {'$setElementOrder/imagePullSecrets':[{'name':'z'}]} | {}",
      })
  void patchMergesIntoTheSpec(String before, String patch, String after) {
    Map<String, Object> object = tree("{'spec':" + before + "}");

    assertThat(apply(object, "{'spec':" + patch + "}")).isEqualTo(json("{'spec':" + after + "}"));
    assertThat(object).isEqualTo(json("{'spec':" + before + "}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "['a','b'] | {'finalizers':['c']} | ['c','a','b']",
        "['a','b'] | {'finalizers':['b','c']} | ['a','b','c']",
        "['a','b'] | {'$deleteFromPrimitiveList/finalizers':['a']} | ['b']",
        "['a','b'] | {'$setElementOrder/finalizers':['b','a']} | ['b','a']",
        "['a','b'] |"
            + " {'$setElementOrder/finalizers':['c','b'],'$deleteFromPrimitiveList/finalizers':['a'],'finalizers':['c']}"
            + " | ['c','b']",
        "[] | {'$deleteFromPrimitiveList/finalizers':[]} | []",
      })
  void listsOfScalarsMergeAsSets(String before, String patch, String after) {
    assertThat(
            apply(tree("{'metadata':{'finalizers':" + before + "}}"), "{'metadata':" + patch + "}"))
        .isEqualTo(json("{'metadata':{'finalizers':" + after + "}}"));
  }

  @Test
  void listItemsMergeAtEveryDepth() {
    Map<String, Object> object =
        tree("{'spec':{'containers':[{'name':'a','env':[{'name':'x','value':'1'}]}]}}");

    assertThat(
            apply(
                object,
                "{'spec':{'containers':[{'name':'a','env':[{'name':'x','value':'2'},"
                    + "{'name':'y'}]}]}}"))
        .isEqualTo(
            json(
                "{'spec':{'containers':[{'name':'a','env':[{'name':'x','value':'2'},"
                    + "{'name':'y'}]}]}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'containers':[{'image':'i'}]} | 500 | map: map[image:i] does not contain declared merge"
            + " key: name",
        "{'containers':[{'name':'a','$patch':'merge'}]} | 500 | merging lists cannot yet be"
            + " specified in the patch",
        "{'containers':[{'name':'a','$patch':'x'}]} | 500 | unknown patch type: x in map:"
            + " map[$patch:x name:a]",
        "{'containers':['a']} | 500 | list element types are not identical: [[map[image:i name:a]"
            + " map[image:j name:b] map[name:c]] [a]]",
        "{'$patch':'merge'} | 500 | unknown patch type: merge in map: map[$patch:merge]",
        "{'$retainKeys':'a'} | 400 | invalid patch format of retainKeys",
        "{'$retainKeys':['a'],'b':1} | 400 | invalid patch format of retainKeys",
        "{'$deleteFromPrimitiveList':[]} | 400 | invalid patch format of primitive list",
        "{'$setElementOrder':[]} | 400 | invalid patch format of setElementOrder list",
        "{'$setElementOrder/containers':{}} | 500 | expected a []interface {}, but received a"
            + " map[string]interface {}",
        "{'$setElementOrder/containers':null} | 500 | expected a []interface {}, but received a"
            + " %!s(<nil>)",
        "{'$setElementOrder/foo':[]} | 500 | unable to find api field in struct PodSpec for the"
            + " json field \"foo\"",
        "{'$setElementOrder/nodeSelector':[]} | 500 | expected slice or array type, but got:"
            + " struct",
        "{'containers':[null]} | 500 | list element types are not"
            + " identical: [[map[image:i name:a] map[image:j name:b] map[name:c]] [<nil>]]",
        "{'containers':[[]]} | 500 | list element types are not identical: [[map[image:i name:a]"
            + " map[image:j name:b] map[name:c]] [[]]]",
      })
  void mismatchedPatchGetsTheErrorOfKubernetes(String patch, int code, String message) {
    assertThatThrownBy(() -> apply(tree("{'spec':{" + CONTAINERS + "}}"), "{'spec':" + patch + "}"))
        .isInstanceOfSatisfying(
            PatchException.class,
            e -> {
              assertThat(e.status().message()).isEqualTo(message);
              assertThat(e.status().code()).isEqualTo(code);
            });
  }

  @Test
  void setElementOrderThatContradictsThePatchIsAnError() {
    assertThatThrownBy(
            () ->
                apply(
                    tree("{'spec':{" + CONTAINERS + "}}"),
                    "{'spec':{'$setElementOrder/containers':[{'name':'a'},{'name':'b'}],"
                        + "'containers':[{'name':'b'},{'name':'a'}]}}"))
        .hasMessage(
            "The order in patch list:\n[map[name:b] map[name:a]]\n doesn't match"
                + " $setElementOrder list:\n[map[name:a] map[name:b]]\n");
  }

  @Test
  void patchThatIsNoObjectIsABadRequest() {
    JsonPatchTest.assertBadRequest(
        () -> StrategicMergePatch.apply(POD, Map.of(), json("[]")),
        "json: cannot unmarshal array into Go value of type map[string]interface {}");
    assertThat(StrategicMergePatch.apply(POD, Map.of("a", "b"), null)).isEqualTo(Map.of("a", "b"));
  }

  private static Map<String, Object> apply(Map<String, Object> object, String patch) {
    return StrategicMergePatch.apply(POD, object, json(patch));
  }
}
