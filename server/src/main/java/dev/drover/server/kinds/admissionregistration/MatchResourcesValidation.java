package dev.drover.server.kinds.admissionregistration;

import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.LabelSelectorValidation;
import java.util.Map;

/// Validates the match constraints of a policy or its binding.
final class MatchResourcesValidation {
  private MatchResourcesValidation() {}

  static void setDefaults(TreeNode resources) {
    resources
        .setDefault("matchPolicy", "Equivalent")
        .setDefault("namespaceSelector", Map.of())
        .setDefault("objectSelector", Map.of());
    resources.items("resourceRules").forEach(rule -> rule.setDefault("scope", "*"));
    resources.items("excludeResourceRules").forEach(rule -> rule.setDefault("scope", "*"));
  }

  static void check(FieldValidator resources) {
    RuleValidation.checkMatchPolicy(resources.child("matchPolicy"));
    LabelSelectorValidation.check(resources.child("namespaceSelector"));
    LabelSelectorValidation.check(resources.child("objectSelector"));
    resources.child("resourceRules").each(RuleValidation::checkNamed);
    resources.child("excludeResourceRules").each(RuleValidation::checkNamed);
  }
}
