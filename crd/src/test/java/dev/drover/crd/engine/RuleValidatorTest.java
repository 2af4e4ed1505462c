package dev.drover.crd.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.RawExtension;
import dev.drover.schema.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Rules of a schema refuse objects with kube-apiserver's words.
class RuleValidatorTest {
  private static final RuleValidator RULES =
      RuleValidator.of(
              tree(
                  """
                  {"type":"object","properties":{"spec":{"type":"object",
                    "x-kubernetes-validations":[
                      {"rule":"self.min <= self.max","message":"min must not exceed max"},
                      {"rule":"self.min >= oldSelf.min","message":"min must not shrink"}],
                    "properties":{"min":{"type":"integer"},"max":{"type":"integer"},
                      "name":{"type":"string","x-kubernetes-validations":[
                        {"rule":"self != 'bad'","messageExpression":"'not ' + self"}]}}}}}
                  """))
          .orElseThrow();

  @SuppressWarnings("unchecked") // JSON objects have string keys
  private static Map<String, @Nullable Object> tree(String json) {
    return (Map<String, @Nullable Object>) Objects.requireNonNull(RawExtension.ofJson(json).tree());
  }

  private static List<String> errors(String object, @Nullable String old) {
    return RULES.check(tree(object), old == null ? null : tree(old)).errors().stream()
        .map(FieldError::message)
        .toList();
  }

  @Test
  void brokenRuleGivesItsMessageWithoutTheObject() {
    assertThat(errors("{\"spec\":{\"min\":3,\"max\":2}}", null))
        .containsExactly("spec: Invalid value: min must not exceed max");
  }

  @Test
  void ruleThatCannotBeEvaluatedSaysWhy() {
    assertThat(errors("{\"spec\":{\"min\":3}}", null))
        .containsExactly(
            "spec: Invalid value: \"object\": no such key: max evaluating rule: min must not exceed"
                + " max");
  }

  @Test
  void transitionRuleIsEvaluatedOnlyForUpdates() {
    String old = "{\"spec\":{\"min\":3,\"max\":9}}";
    String shrunk = "{\"spec\":{\"min\":2,\"max\":9}}";
    assertThat(errors(shrunk, null)).isEmpty();
    assertThat(errors(shrunk, old)).containsExactly("spec: Invalid value: min must not shrink");
  }

  @Test
  void brokenRuleOfAnUnchangedValueIsAWarning() {
    String old = "{\"spec\":{\"min\":1,\"max\":2,\"name\":\"bad\"}}";
    String changed = "{\"spec\":{\"min\":1,\"max\":3,\"name\":\"bad\"}}";
    assertThat(errors(old, null)).containsExactly("spec.name: Invalid value: \"bad\": not bad");
    assertThat(RULES.check(tree(changed), tree(old)).errors()).isEmpty();
    assertThat(RULES.check(tree(changed), tree(old)).warnings())
        .containsExactly("spec.name: Invalid value: \"bad\": not bad");
  }
}
