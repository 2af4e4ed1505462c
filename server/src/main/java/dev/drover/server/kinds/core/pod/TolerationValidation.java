package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import java.util.List;

/// Taints of nodes that a pod tolerates.
public final class TolerationValidation {
  private static final List<String> EFFECTS =
      List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

  private TolerationValidation() {}

  public static void check(FieldValidator tolerations) {
    tolerations.each(TolerationValidation::checkOne);
  }

  private static void checkOne(FieldValidator toleration) {
    FieldValidator key = toleration.child("key");
    FieldValidator operator = toleration.child("operator");
    FieldValidator effect = toleration.child("effect");
    if (!key.isBlank()) {
      key.checkText(Names::qualifiedName);
    } else if (!operator.text().equals("Exists")) {
      operator.invalidTyped(
          "operator must be Exists when `key` is empty, which means \"match all values and all"
              + " keys\"");
    }
    if (toleration.has("tolerationSeconds") && !effect.text().equals("NoExecute")) {
      effect.invalidTyped("effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    checkOperator(operator, toleration.child("value").text());
    if (!effect.isBlank()) {
      effect.needOneOf(EFFECTS);
    }
  }

  private static void checkOperator(FieldValidator operator, String value) {
    switch (operator.text()) {
      case "Equal", "" -> {
        List<String> complaints = Names.labelValue(value);
        if (!complaints.isEmpty()) {
          operator.invalid(value, String.join(";", complaints));
        }
      }
      case "Exists" -> {
        if (!value.isEmpty()) {
          operator.invalid(value, "value must be empty when `operator` is 'Exists'");
        }
      }
      // Comparisons need a feature that is off by default, but are known.
      case "Lt", "Gt" -> operator.notSupported(List.of("Equal", "Exists", "Lt", "Gt"));
      default -> operator.notSupported(List.of("Equal", "Exists"));
    }
  }
}
