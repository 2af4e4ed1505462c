package dev.drover.server.apiconfig;

import dev.drover.schema.TreeNode;
import dev.drover.server.rules.LabelSelectors;
import dev.drover.server.rules.Place;
import java.util.Map;

/// Which objects a policy, or its binding, is about.
final class MatchResources {
  private MatchResources() {}

  static void setDefaults(TreeNode resources) {
    resources
        .setDefault("matchPolicy", "Equivalent")
        .setDefault("namespaceSelector", Map.of())
        .setDefault("objectSelector", Map.of());
    resources.items("resourceRules").forEach(rule -> rule.setDefault("scope", "*"));
    resources.items("excludeResourceRules").forEach(rule -> rule.setDefault("scope", "*"));
  }

  static void check(Place resources) {
    AdmissionRules.checkMatchPolicy(resources.child("matchPolicy"));
    LabelSelectors.check(resources.child("namespaceSelector"));
    LabelSelectors.check(resources.child("objectSelector"));
    resources.child("resourceRules").each(AdmissionRules::checkNamed);
    resources.child("excludeResourceRules").each(AdmissionRules::checkNamed);
  }
}
