package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.GroupVersionKind;
import dev.drover.api.RawExtension;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypedFormTest {
  private static final GroupVersionKind DEPLOYMENT =
      new GroupVersionKind("apps", "v1", "Deployment");
  private static final GroupVersionKind POD = new GroupVersionKind("", "v1", "Pod");
  private static final GroupVersionKind SECRET = new GroupVersionKind("", "v1", "Secret");
  private static final GroupVersionKind CRD =
      new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition");

  private static Structure.Fields structure(GroupVersionKind gvk) {
    return SchemaTable.builtIn().structure(gvk).orElseThrow();
  }

  private static TypedForm.Reading read(GroupVersionKind gvk, String json) {
    return TypedForm.ofJson(bytes(json), structure(gvk));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void assertCanonical(GroupVersionKind gvk, String sent, String stored) {
    TypedForm.Reading reading = read(gvk, sent);
    assertThat(reading.tree()).isEqualTo(RawExtension.ofJson(stored).tree());
    assertThat(TypedForm.ofTree(reading.tree(), structure(gvk)).tree()).isEqualTo(reading.tree());
  }

  @Nested
  class Canonical {
    @Test
    void unsetStructsAreWrittenEmpty() {
      assertCanonical(
          DEPLOYMENT,
          "{}",
          """
          {"metadata":{},"spec":{"selector":null,"strategy":{},
           "template":{"metadata":{},"spec":{"containers":null}}},"status":{}}\
          """);
    }

    @Test
    void zeroPointersStayAndZeroValuesAreDropped() {
      assertCanonical(
          POD,
          """
          {"spec":{"priority":0,"hostNetwork":false,"nodeName":"","containers":[],
           "securityContext":{}},"status":null}\
          """,
          """
          {"metadata":{},"spec":{"priority":0,"containers":null,"securityContext":{}},
           "status":{}}\
          """);
    }

    @Test
    void conditionsHaveNullTimesWhereNoneAreSet() {
      assertCanonical(
          POD,
          """
          {"status":{"conditions":[{"type":"Ready","status":"True"}]}}\
          """,
          """
          {"metadata":{},"spec":{"containers":null},"status":{"conditions":[
            {"type":"Ready","status":"True","lastProbeTime":null,"lastTransitionTime":null}]}}\
          """);
    }

    @Test
    void quantitiesTimesAndBytesAreCanonical() {
      assertCanonical(
          POD,
          """
          {"metadata":{"creationTimestamp":"2024-05-06T07:08:09.5+02:00"},
           "spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":0.5,"memory":" 1024Ki"}}}]}}\
          """,
          """
          {"metadata":{"creationTimestamp":"2024-05-06T05:08:09Z"},
           "spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":"500m","memory":"1Mi"}}}]},
           "status":{}}\
          """);
      assertCanonical(
          SECRET,
          """
          {"data":{"a":"QUI\\nD","b":[1,2,3],"c":null,"d":""}}\
          """,
          """
          {"metadata":{},"data":{"a":"QUID","b":"AQID","c":"","d":""}}\
          """);
    }

    @Test
    void nullItemsAreZeroValues() {
      assertCanonical(
          POD,
          """
          {"metadata":{"finalizers":[null],"labels":{"a":null}},"spec":{"containers":[null]}}\
          """,
          """
          {"metadata":{"finalizers":[""],"labels":{"a":""}},
           "spec":{"containers":[{"name":"","resources":{}}]},"status":{}}\
          """);
    }

    @Test
    void repeatedFieldMergesIntoItsFirstValue() {
      TypedForm.Reading reading =
          read(
              POD,
              """
              {"metadata":{"name":"a","labels":{"x":"1"}},
               "metadata":{"namespace":"b","labels":{"y":"2"}},
               "spec":{"containers":[{"name":"a"},{"name":"b"}],"containers":[{"image":"c"}]}}\
              """);
      assertThat(reading.tree().get("metadata"))
          .isEqualTo(Map.of("name", "a", "namespace", "b", "labels", Map.of("x", "1", "y", "2")));
      assertThat(((Map<?, ?>) reading.tree().get("spec")).get("containers").toString())
          .isEqualTo("[{image=c, name=a, resources={}}]");
      assertThat(reading.strictErrors())
          .containsExactly("duplicate field \"metadata\"", "duplicate field \"spec.containers\"");
    }

    @Test
    void jsonSchemaPropsAcceptBooleansAndLists() {
      assertCanonical(
          CRD,
          """
          {"spec":{"group":"g","names":{"kind":"K","plural":"p"},"scope":"Cluster","versions":[
            {"name":"v1","schema":{"openAPIV3Schema":{"maximum":10,"minimum":0.5,
              "additionalProperties":{"type":"string","x":1},"items":[{"type":"object"}],
              "default":{"b":1,"a":[null]},"enum":[null,1],
              "properties":{"p":{"additionalProperties":false,"items":{"nullable":false}}}}}}]}}\
          """,
          """
          {"metadata":{},"spec":{"group":"g","names":{"kind":"K","plural":"p"},"scope":"Cluster",
            "versions":[{"name":"v1","served":false,"storage":false,
              "schema":{"openAPIV3Schema":{"maximum":10,"minimum":0.5,
              "additionalProperties":{"type":"string"},"items":[{"type":"object"}],
              "default":{"b":1,"a":[null]},"enum":[null,1],
              "properties":{"p":{"additionalProperties":false,"items":{}}}}}}]},
           "status":{"acceptedNames":{"kind":"","plural":""},"conditions":null,
             "storedVersions":null}}\
          """);
    }

    @Test
    void yamlIsReadByTheRulesOfKubectl() {
      TypedForm.FromYaml yaml =
          TypedForm.fromYaml(
              bytes("metadata:\n  name: a\n  name: b\n  extra: on\nspec: {replicas: 0x10}"));
      TypedForm.Reading reading =
          yaml.with(TypedForm.ofJson(yaml.json().toByteArray(), structure(DEPLOYMENT)));
      assertThat(reading.tree().get("metadata")).isEqualTo(Map.of("name", "b"));
      assertThat(String.valueOf(reading.tree().get("spec"))).contains("replicas=16");
      assertThat(reading.strictErrors())
          .containsExactly(
              "yaml: unmarshal errors:\n  line 3: key \"name\" already set in map",
              "unknown field \"metadata.extra\"");
    }
  }

  @Nested
  class StrictErrors {
    @Test
    void decodeErrorsHavePathsAndAreOrdered() {
      assertThat(
              read(
                      POD,
                      """
                      {"zoo":1,"spec":{"containers":[{"foo":{"bar":1}},{"ports":[{"x":1}]}],
                       "nodeSelector":{"a.b/c":"1","a.b/c":"2"},"Containers":[]}}\
                      """)
                  .strictErrors())
          .containsExactly(
              "unknown field \"zoo\"",
              "unknown field \"spec.containers[0].foo\"",
              "unknown field \"spec.containers[1].ports[0].x\"",
              "duplicate field \"spec.nodeSelector.a.b/c\"",
              "unknown field \"spec.Containers\"");
    }

    @Test
    void decodeErrorsAreLimitedToAHundred() {
      StringBuilder json = new StringBuilder("{");
      for (int i = 0; i < 200; i++) {
        json.append(i == 0 ? "" : ",").append("\"f").append(i).append("\":0");
      }
      assertThat(read(POD, json.append('}').toString()).strictErrors()).hasSize(100);
    }

    @Test
    void decodeErrorsAreJoinedIntoOneMessage() {
      assertThat(read(POD, "{\"a\":1,\"b\":2}").strictMessage())
          .isEqualTo("strict decoding error: unknown field \"a\", unknown field \"b\"");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"replicas":"3"}   | string into Go struct field DeploymentSpec.spec.replicas of type int32
          []                 | array into Go struct field Deployment.spec of type v1.DeploymentSpec
          {"replicas":1.5}   | number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32
          {"replicas":1e3}   | number 1e3 into Go struct field DeploymentSpec.spec.replicas of type int32
          {"replicas":99999999999} | number 99999999999 into Go struct field DeploymentSpec.spec.replicas of type int32
          {"paused":"x"}     | string into Go struct field DeploymentSpec.spec.paused of type bool
          {"strategy":{"rollingUpdate":{"maxSurge":true}}} | bool into Go struct field RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge of type int32
          {"template":{"spec":{"containers":{}}}} | object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container
          {"template":{"spec":{"containers":[5]}}} | number into Go struct field PodSpec.spec.template.spec.containers of type v1.Container
          {"template":{"metadata":{"labels":{"a":5}}}} | number into Go struct field ObjectMeta.spec.template.metadata.labels of type string
          {"template":{"metadata":{"labels":[]}}} | array into Go struct field ObjectMeta.spec.template.metadata.labels of type map[string]string
          {"template":{"metadata":{"creationTimestamp":5}}} | number into Go struct field ObjectMeta.spec.template.metadata.creationTimestamp of type string
          """)
  void wrongTypesHaveTheErrorTextsOfGo(String spec, String message) {
    assertThatThrownBy(() -> read(DEPLOYMENT, "{\"spec\":" + spec + "}"))
        .isInstanceOf(UnreadableException.class)
        .hasMessage("json: cannot unmarshal " + message);
  }

  @Test
  void firstWrongTypeIsReportedUnlessACustomDecoderFails() {
    assertThatThrownBy(() -> read(DEPLOYMENT, "{\"metadata\":[],\"spec\":5}"))
        .hasMessageContaining("Deployment.metadata");
    assertThatThrownBy(
            () -> read(POD, "{\"spec\":5,\"metadata\":{\"creationTimestamp\":\"tomorrow\"}}"))
        .hasMessage(
            "parsing time \"tomorrow\" as \"2006-01-02T15:04:05Z07:00\": cannot parse"
                + " \"tomorrow\" as \"2006\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          `` | unexpected end of JSON input
          {  | unexpected end of JSON input
          {}x | invalid character 'x' after top-level value
          {"a":tru} | invalid character '}' in literal true (expecting 'e')
          {"a":01} | invalid character '1' after object key:value pair
          {"a":1.} | invalid character '}' after decimal point in numeric literal
          {"a" 1} | invalid character '1' after object key
          {a:1} | invalid character 'a' looking for beginning of object key string
          {"a":"\\x"} | invalid character 'x' in string escape code
          {"a":"\\u12g4"} | invalid character 'g' in \\u hexadecimal character escape
          [1 2] | invalid character '2' after array element
          [1,] | invalid character ']' looking for beginning of value
          tru | invalid character ' ' in literal true (expecting 'e')
          - | invalid character ' ' in numeric literal
          """)
  void malformedJsonHasTheErrorTextsOfGo(@Nullable String json, String message) {
    assertThatThrownBy(() -> read(POD, json == null ? "" : json)).hasMessage(message);
    assertThatThrownBy(() -> TypedForm.kindOf(bytes(json == null ? "" : json)))
        .hasMessage("couldn't get version/kind; json parse error: " + message);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 9_999, 10_001, 1_000_000})
  void deepNestingIsRefusedWhereItWouldBeKept(int depth) {
    String deep = "[".repeat(depth) + "]".repeat(depth);
    GroupVersionKind revision = new GroupVersionKind("apps", "v1", "ControllerRevision");
    assertThatThrownBy(() -> read(revision, "{\"data\":" + deep + "}"))
        .isInstanceOf(UnreadableException.class);
    assertThatThrownBy(() -> read(CRD, "{\"spec\":" + deep.replace("[", "{\"not\":[") + "}"))
        .isInstanceOf(UnreadableException.class);
    if (depth < 10_000) {
      assertThat(read(POD, "{\"unknown\":" + deep + "}").strictErrors()).hasSize(1);
    }
  }

  @Test
  void invalidUtf8IsReplacedByteByByte() {
    byte[] json = bytes("{\"metadata\":{\"name\":\"a???b\\ud800c\\ud83d\\ude00\"}}");
    int at = new String(json, StandardCharsets.UTF_8).indexOf("???");
    json[at] = (byte) 0xE2;
    json[at + 1] = (byte) 0x82;
    json[at + 2] = (byte) 0xFF;
    assertThat(TypedForm.ofJson(json, structure(POD)).tree().get("metadata"))
        .isEqualTo(Map.of("name", "a\uFFFD\uFFFD\uFFFDb\uFFFDc\uD83D\uDE00"));
  }

  @Test
  void kindFieldMatchesCaseInsensitively() {
    assertThat(TypedForm.kindOf(bytes("{\"KIND\":\"A\",\"apiVersion\":\"b/v1\"}")))
        .isEqualTo(new GroupVersionKind("b", "v1", "A"));
    assertThatThrownBy(() -> TypedForm.kindOf(bytes("{\"kind\":5}")))
        .hasMessage(
            "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go"
                + " struct field .kind of type string");
    assertThatThrownBy(() -> TypedForm.kindOf(bytes("{\"apiVersion\":\"a/b/c\"}")))
        .hasMessage("unexpected GroupVersion string: a/b/c");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"replicas":"3"}   | unrecognized type: int32
          {"replicas":1.5}   | cannot convert float64 to int32
          {"paused":1}       | unrecognized type: bool
          {"strategy":{"type":1}} | cannot convert int64 to v1.DeploymentStrategyType
          {"strategy":{"type":true}} | unrecognized type: string
          {"strategy":[]}    | cannot restore struct from: slice
          {"template":{"spec":{"containers":{}}}} | cannot restore slice from map
          {"template":{"metadata":{"labels":"x"}}} | cannot restore map from string
          {"strategy":{"rollingUpdate":{"maxSurge":true}}} | json: cannot unmarshal bool into Go value of type int32
          """)
  void errorsAfterAStrategicMergeHaveOtherTexts(String spec, String message) {
    assertThatThrownBy(() -> readUnstructured("{\"spec\":" + spec + "}")).hasMessage(message);
  }

  @Test
  void numbersAreTruncatedAfterAStrategicMerge() {
    TypedForm.Reading reading =
        readUnstructured("{\"spec\":{\"replicas\":4294967297,\"foo\":1},\"b\":1,\"a\":1}");
    assertThat(String.valueOf(reading.tree().get("spec"))).contains("replicas=1,");
    assertThat(reading.strictErrors())
        .containsExactly(
            "unknown field \"a\"", "unknown field \"b\"", "unknown field \"spec.foo\"");
  }

  @SuppressWarnings("unchecked") // an object
  private static TypedForm.Reading readUnstructured(String json) {
    Map<String, Object> tree = (Map<String, Object>) RawExtension.ofJson(json).tree();
    return TypedForm.ofUnstructured(tree, structure(DEPLOYMENT), TypedForm.Empties.DROPPED);
  }
}
