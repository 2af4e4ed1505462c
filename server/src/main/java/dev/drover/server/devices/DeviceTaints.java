package dev.drover.server.devices;

import dev.drover.api.Names;
import dev.drover.schema.TreeNode;
import dev.drover.server.rules.Place;
import java.util.List;

/// Taints keep claims away from devices, tolerations let them come near all the same.
final class DeviceTaints {
  private static final List<String> EFFECTS = List.of("NoExecute", "NoSchedule", "None");

  private DeviceTaints() {}

  static void setTolerationDefaults(TreeNode owner) {
    for (TreeNode toleration : owner.items("tolerations")) {
      if (toleration.text("operator").isEmpty()) {
        toleration.set("operator", "Equal");
      }
    }
  }

  static void check(Place taint) {
    taint.child("key").checkText(Names::qualifiedName);
    Place value = taint.child("value");
    if (!value.isBlank()) {
      value.checkText(Names::labelValue);
    }
    Place effect = taint.child("effect");
    if (effect.needText()) {
      effect.needOneOf(EFFECTS);
    }
  }

  static void checkToleration(Place toleration) {
    Place key = toleration.child("key");
    if (!key.isBlank()) {
      key.checkText(Names::qualifiedName);
    }
    Place value = toleration.child("value");
    Place operator = toleration.child("operator");
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
    Place effect = toleration.child("effect");
    if (!effect.isBlank()) {
      effect.needOneOf(EFFECTS);
    }
  }
}
