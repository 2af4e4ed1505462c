package dev.drover.server.kinds.resource;

import dev.drover.api.Names;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.List;

/// Validates the taints of devices and the tolerations of claims.
final class DeviceTaintValidation {
  private static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "None");

  private DeviceTaintValidation() {}

  static void setTolerationDefaults(TreeNode owner) {
    for (TreeNode toleration : owner.items("tolerations")) {
      if (toleration.text("operator").isEmpty()) {
        toleration.set("operator", "Equal");
      }
    }
  }

  static void check(FieldValidator taint) {
    taint.child("key").checkText(Names::qualifiedName);
    FieldValidator value = taint.child("value");
    if (!value.isBlank()) {
      value.checkText(Names::labelValue);
    }
    FieldValidator effect = taint.child("effect");
    if (effect.needText()) {
      effect.needOneOf(EFFECTS);
    }
  }

  static void checkToleration(FieldValidator toleration) {
    FieldValidator key = toleration.child("key");
    if (!key.isBlank()) {
      key.checkText(Names::qualifiedName);
    }
    FieldValidator value = toleration.child("value");
    FieldValidator operator = toleration.child("operator");
    switch (operator.text()) {
      case "Exists" -> {
        if (!value.isBlank()) {
          value.invalid("must be empty for operator `Exists`");
        }
      }
      case "Equal" -> value.checkText(Names::labelValue);
      case "" -> operator.required("");
      default -> operator.notSupported(List.of("Equal", "Exists"));
    }
    FieldValidator effect = toleration.child("effect");
    if (!effect.isBlank()) {
      effect.needOneOf(EFFECTS);
    }
  }
}
