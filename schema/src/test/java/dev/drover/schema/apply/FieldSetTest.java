package dev.drover.schema.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drover.api.RawExtension;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FieldSetTest {
  private static FieldSet set(String json) {
    return FieldSet.ofFieldsV1(RawExtension.ofJson(json).tree());
  }

  private static String json(FieldSet set) {
    byte[] bytes = RawExtension.ofTree(set.toFieldsV1()).raw().toByteArray();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void fieldsV1IsReadAndWritten() {
    String json =
        """
        {"f:metadata":{"f:labels":{".":{},"f:app":{}}},\
        "f:spec":{"f:containers":{"k:{\\"name\\":\\"nginx\\"}":{".":{},"f:image":{},\
        "f:ports":{".":{},"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{".":{}}}}},\
        "f:finalizers":{"v:\\"a\\"":{}},"f:other":{"i:3":{}}}}\
        """;
    assertThat(set(json).toString())
        .isEqualTo(
            """
            .metadata.labels
            .metadata.labels.app
            .spec.containers[name="nginx"]
            .spec.containers[name="nginx"].image
            .spec.containers[name="nginx"].ports
            .spec.containers[name="nginx"].ports[containerPort=80,protocol="TCP"]
            .spec.finalizers[="a"]
            .spec.other[3]\
            """);
    assertThat(json(set(json)))
        .isEqualTo(json.replace("\"TCP\\\"}\":{\".\":{}}", "\"TCP\\\"}\":{}"));
  }

  @Test
  void pathElementsAreWrittenInTheOrderAndFormOfKubernetes() {
    String disorder =
        """
        {"v:true":{},"v:\\"a\\"":{},"v:10":{},"v:9.5":{},"i:1":{},"i:0":{},\
        "k:{\\"port\\":443}":{},"k:{\\"b\\":\\"<&>\\",\\"a\\":1}":{},"k:{\\"port\\":80}":{},\
        "f:b":{},"f:a":{}}\
        """;
    assertThat(json(set(disorder)))
        .isEqualTo(
            """
            {"f:a":{},"f:b":{},"k:{\\"a\\":1,\\"b\\":\\"\\\\u003c\\\\u0026\\\\u003e\\"}":{},\
            "k:{\\"port\\":80}":{},"k:{\\"port\\":443}":{},\
            "v:9.5":{},"v:10":{},"v:\\"a\\"":{},"v:true":{},"i:0":{},"i:1":{}}\
            """);
  }

  @Test
  void unknownPathElementsAreDropped() {
    assertThat(set("{\"f:a\":{},\"x:b\":{}}")).isEqualTo(FieldSet.of("a"));
  }

  @Test
  void malformedFieldSetsAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> set("{\"a\":{}}"));
    assertThatIllegalArgumentException().isThrownBy(() -> set("{\"f:a\":1}"));
    assertThatIllegalArgumentException().isThrownBy(() -> set("{\"k:1\":{}}"));
    assertThatIllegalArgumentException().isThrownBy(() -> set("{\"v:x\":{}}"));
    assertThatIllegalArgumentException().isThrownBy(() -> set("{\"i:x\":{}}"));
  }

  @Test
  void fieldsBelowAMemberAreMembersOfTheirOwn() {
    FieldSet set = FieldSet.of("a", "a.b", "a.c.d");
    assertThat(set.difference(FieldSet.of("a"))).isEqualTo(FieldSet.of("a.b", "a.c.d"));
    assertThat(set.recursiveDifference(FieldSet.of("a"))).isEqualTo(FieldSet.EMPTY);
    assertThat(set.recursiveDifference(FieldSet.of("a.c"))).isEqualTo(FieldSet.of("a", "a.b"));
    assertThat(set.intersection(FieldSet.of("a.b", "a.c", "x"))).isEqualTo(FieldSet.of("a.b"));
    assertThat(set.union(FieldSet.of("a.c"))).isEqualTo(FieldSet.of("a", "a.b", "a.c", "a.c.d"));
    assertThat(set.leaves()).isEqualTo(FieldSet.of("a.b", "a.c.d"));
  }

  @Test
  void filterKeepsWhatAPathCanChange() {
    FieldSet set = FieldSet.of("metadata.labels.a", "spec", "spec.a.x", "spec.b.x", "status.a");
    assertThat(FieldFilter.without("spec", "metadata.labels").filter(set))
        .isEqualTo(FieldSet.of("status.a"));
    assertThat(FieldFilter.only("spec.*.x", "status").filter(set))
        .isEqualTo(FieldSet.of("spec", "spec.a.x", "spec.b.x", "status.a"));
    assertThat(FieldFilter.only("spec.a").filter(set)).isEqualTo(FieldSet.of("spec", "spec.a.x"));
    assertThat(FieldFilter.ALL.filter(set)).isEqualTo(set);
  }
}
