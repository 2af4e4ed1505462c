package dev.drover.crd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.crd.Crd;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Changes between two definitions, with what they break.
class CrdDiffTest {
  private static Crd crd(String spec) {
    return crd(spec, "");
  }

  /// @param extra further versions
  private static Crd crd(String spec, String extra) {
    return Crd.parse(
            """
            {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
             "metadata": {"name": "shops.test.dev"},
             "spec": {"group": "test.dev", "scope": "Namespaced",
              "names": {"kind": "Shop", "plural": "shops", "shortNames": ["sh"]},
              "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "object", %s}}}}}%s]}}
            """
                .formatted(spec, extra))
        .getFirst();
  }

  private static List<String> breaking(String old, String next) {
    return CrdDiff.between(crd(old), crd(next)).breaking().stream()
        .map(change -> change.path() + ": " + change.what())
        .toList();
  }

  private static String field(String schema) {
    return "\"properties\": {\"a\": " + schema + "}";
  }

  @Test
  void equalDefinitionsHaveNoChanges() {
    Crd crd = crd(field("{\"type\": \"string\"}"));
    assertThat(CrdDiff.between(crd, crd).changes()).isEmpty();
    CrdDiff.between(crd, crd).requireCompatible();
  }

  @Test
  void removedFieldBreaks() {
    assertThat(breaking(field("{\"type\": \"string\"}"), "\"properties\": {}"))
        .containsExactly("spec.a: the field is gone: the server prunes it from stored objects");
    assertThat(
            breaking(
                field("{\"type\": \"string\"}"), "\"x-kubernetes-preserve-unknown-fields\": true"))
        .isEmpty();
  }

  @Test
  void narrowedTypeBreaksAndWidenedTypeDoesNot() {
    assertThat(breaking(field("{\"type\": \"number\"}"), field("{\"type\": \"integer\"}")))
        .containsExactly("spec.a: the type is integer, was number");
    assertThat(breaking(field("{\"type\": \"integer\"}"), field("{\"type\": \"number\"}")))
        .isEmpty();
    assertThat(
            breaking(
                field("{\"type\": \"string\"}"), field("{\"x-kubernetes-int-or-string\": true}")))
        .isEmpty();
  }

  @Test
  void newRequiredFieldBreaksUnlessItHasADefault() {
    String old = "\"properties\": {}";
    assertThat(breaking(old, field("{\"type\": \"string\"}"))).isEmpty();
    assertThat(breaking(old, field("{\"type\": \"string\"}") + ", \"required\": [\"a\"]"))
        .containsExactly("spec.a: the field is required now");
    assertThat(
            breaking(
                old,
                field("{\"type\": \"string\", \"default\": \"x\"}") + ", \"required\": [\"a\"]"))
        .isEmpty();
  }

  @Test
  void changedDefaultBreaks() {
    assertThat(
            breaking(
                field("{\"type\": \"string\", \"default\": \"x\"}"),
                field("{\"type\": \"string\", \"default\": \"y\"}")))
        .containsExactly("spec.a: the default is y, was x");
  }

  @Test
  void narrowedConstraintsBreakAndWidenedOnesDoNot() {
    String narrow =
        field(
            "{\"type\": \"string\", \"maxLength\": 5, \"minLength\": 2, \"pattern\": \"^a\","
                + " \"enum\": [\"a\"]}");
    String wide = field("{\"type\": \"string\", \"maxLength\": 9, \"enum\": [\"a\", \"b\"]}");
    assertThat(breaking(wide, narrow))
        .containsExactlyInAnyOrder(
            "spec.a: maxLength is 5, was 9",
            "spec.a: minLength is 2, was absent",
            "spec.a: pattern ^a is new",
            "spec.a: the values [b] are no longer allowed");
    assertThat(breaking(narrow, wide)).isEmpty();
    assertThat(
            breaking(
                field("{\"type\": \"integer\", \"minimum\": 1}"),
                field("{\"type\": \"integer\", \"minimum\": 1, \"exclusiveMinimum\": true}")))
        .containsExactly("spec.a: minimum is exclusive now");
  }

  @Test
  void changesInItemsAndMapEntriesHaveTheirPath() {
    String list = "{\"type\": \"array\", \"items\": {\"type\": \"%s\"}}";
    String map = "{\"type\": \"object\", \"additionalProperties\": {\"type\": \"%s\"}}";
    assertThat(breaking(field(list.formatted("string")), field(list.formatted("integer"))))
        .containsExactly("spec.a[]: the type is integer, was string");
    assertThat(breaking(field(map.formatted("string")), field(map.formatted("integer"))))
        .containsExactly("spec.a{}: the type is integer, was string");
  }

  @Test
  void newRuleAndChangedListTypeBreak() {
    String list = "{\"type\": \"array\", \"items\": {\"type\": \"string\"}%s}";
    assertThat(
            breaking(
                field(list.formatted("")),
                field(list.formatted(", \"x-kubernetes-list-type\": \"set\""))))
        .containsExactly("spec.a: the list is set, was atomic");
    assertThat(
            breaking(
                field("{\"type\": \"string\"}"),
                field(
                    "{\"type\": \"string\", \"x-kubernetes-validations\": [{\"rule\": \"self !="
                        + " ''\"}]}")))
        .containsExactly("spec.a: the rule is new: self != ''");
  }

  @Test
  void droppedVersionBreaksWithARemedy() {
    String old =
        ", {\"name\": \"v1beta1\", \"served\": true, \"storage\": false, \"schema\":"
            + " {\"openAPIV3Schema\": {\"type\": \"object\"}}}";
    CrdDiff diff =
        CrdDiff.between(
            crd(field("{\"type\": \"string\"}"), old), crd(field("{\"type\": \"string\"}")));
    assertThat(diff.isCompatible()).isFalse();
    assertThat(diff.toString())
        .isEqualTo(
            "BREAKING v1beta1: the version is gone; keep it with served = false until"
                + " status.storedVersions of the definition does not name it");
    assertThatThrownBy(diff::requireCompatible)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("v1beta1");
  }

  @Test
  void objectThatBecomesAResourceBreaks() {
    String old = field("{\"type\": \"object\", \"x-kubernetes-preserve-unknown-fields\": true}");
    String next =
        field(
            "{\"type\": \"object\", \"x-kubernetes-preserve-unknown-fields\": true,"
                + " \"x-kubernetes-embedded-resource\": true}");
    assertThat(breaking(old, next))
        .containsExactly("spec.a: the object must have apiVersion and kind now");
    assertThat(breaking(next, old)).isEmpty();
  }

  @Test
  void widerFormatOfNumbersDoesNotBreak() {
    String narrow = field("{\"type\": \"integer\", \"format\": \"int32\"}");
    String wide = field("{\"type\": \"integer\", \"format\": \"int64\"}");
    assertThat(breaking(narrow, wide)).isEmpty();
    assertThat(breaking(wide, narrow)).containsExactly("spec.a: format is int32, was int64");
  }

  @Test
  void valuesWithoutASchemaThatGetOneBreak() {
    String open = "\"x-kubernetes-preserve-unknown-fields\": true";
    assertThat(breaking(open, open + ", " + field("{\"type\": \"string\"}")))
        .containsExactly("spec.a: the field has a schema now");
    String anyEntry = field("{\"type\": \"object\", \"additionalProperties\": true}");
    String texts =
        field("{\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}}");
    assertThat(breaking(anyEntry, texts)).containsExactly("spec.a{}: entries have a schema now");
    assertThat(
            breaking(
                texts,
                field("{\"type\": \"object\", \"x-kubernetes-preserve-unknown-fields\": true}")))
        .isEmpty();
  }

  @Test
  void requiredNamesWithoutASchemaBreakAndOptionalOnesAreListed() {
    String open = "\"x-kubernetes-preserve-unknown-fields\": true";
    assertThat(breaking(open, open + ", \"required\": [\"b\"]"))
        .containsExactly("spec.b: the field is required now");
    String optional = field("{\"type\": \"string\"}");
    assertThat(CrdDiff.between(crd(optional + ", \"required\": [\"a\"]"), crd(optional)).toString())
        .isEqualTo("COMPATIBLE v1 spec.a: the field is no longer required");
  }
}
