package dev.drover.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.TypedForm.Empties;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmptySensitiveFieldsTest {
  private static final GroupVersionKind AUTOSCALER =
      new GroupVersionKind("autoscaling", "v2", "HorizontalPodAutoscaler");
  private static final String POLICIES =
      """
      {"spec":{"maxReplicas":1,"metrics":[],"behavior":{"scaleUp":{"policies":[]}}}}\
      """;

  private static Map<String, ?> read(Empties empties) {
    byte[] json = POLICIES.getBytes(StandardCharsets.UTF_8);
    Structure.Fields type = SchemaTable.builtIn().structure(AUTOSCALER).orElseThrow();
    return TypedForm.ofJson(json, type, empties).tree();
  }

  private static TreeNode scaleUp(Map<String, ?> tree) {
    return TreeNode.view(tree).at("spec").at("behavior").at("scaleUp");
  }

  @Test
  void validationSeesAnEmptyListThatWasSet() {
    for (Empties empties : List.of(Empties.KEPT, Empties.TELLING)) {
      assertThat(scaleUp(read(empties)).get("policies")).isEqualTo(List.of());
    }
  }

  @Test
  void emptyListsCheckedOnlyByLengthCountAsAbsent() {
    assertThat(TreeNode.view(read(Empties.TELLING)).at("spec").has("metrics")).isFalse();
  }

  @Test
  void storedFormHasNoEmptyFields() {
    assertThat(scaleUp(read(Empties.DROPPED)).map()).isEmpty();
    assertThat(TypedForm.mayHaveTellingEmpties(read(Empties.DROPPED))).isFalse();
    assertThat(TypedForm.mayHaveTellingEmpties(read(Empties.TELLING))).isTrue();
  }
}
