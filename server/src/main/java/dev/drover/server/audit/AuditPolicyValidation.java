package dev.drover.server.audit;

import dev.drover.api.Names;
import dev.drover.api.text.GoText;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import java.util.List;

/// The rules of audit policies.
///
/// In Go: `k8s.io/apiserver/pkg/apis/audit/validation`.
final class AuditPolicyValidation {
  private static final List<String> LEVELS =
      List.of("None", "Metadata", "Request", "RequestResponse");
  private static final List<String> STAGES =
      List.of("RequestReceived", "ResponseStarted", "ResponseComplete", "Panic");

  private AuditPolicyValidation() {}

  /// @throws IllegalArgumentException if the policy breaks a rule
  static void check(TreeNode policy) {
    FieldValidator root = FieldValidator.root(policy);
    checkStages(root.child("omitStages"));
    root.child("rules").each(AuditPolicyValidation::checkRule);
    List<String> errors = root.errors().stream().map(FieldError::message).toList();
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(GoText.aggregate(errors));
    }
    if (policy.items("rules").isEmpty()) {
      throw new IllegalArgumentException("loaded illegal policy with 0 rules");
    }
  }

  private static void checkRule(FieldValidator rule) {
    FieldValidator level = rule.child("level");
    if (level.isBlank()) {
      level.required("");
    } else {
      level.needOneOf(LEVELS);
    }
    FieldValidator paths = rule.child("nonResourceURLs");
    paths.each(AuditPolicyValidation::checkPath);
    FieldValidator resources = rule.child("resources");
    resources.items().forEach(group -> checkGroup(group, resources));
    checkStages(rule.child("omitStages"));
    if (paths.size() > 0 && (resources.size() > 0 || rule.child("namespaces").size() > 0)) {
      paths.invalid("rules cannot apply to both regular resources and non-resource URLs");
    }
  }

  private static void checkPath(FieldValidator path) {
    String text = path.text();
    if (text.equals("*")) {
      return;
    }
    if (!text.startsWith("/")) {
      path.invalid("non-resource URL rules must begin with a '/' character");
    }
    if (!text.isEmpty() && text.substring(0, text.length() - 1).contains("*")) {
      path.invalid("non-resource URL wildcards '*' must be the final character of the rule");
    }
  }

  /// Errors name the list, not the entry, as in Kubernetes.
  private static void checkGroup(FieldValidator entry, FieldValidator list) {
    String group = entry.child("group").text();
    if (!group.isEmpty() && !group.equals("*")) {
      List<String> complaints = Names.dnsSubdomain(group);
      if (!complaints.isEmpty()) {
        list.child("group").invalid(group, String.join(",", complaints));
      }
    }
    FieldValidator names = entry.child("resourceNames");
    if (names.size() > 0 && entry.child("resources").size() == 0) {
      list.child("resourceNames")
          .invalid(names.value(), "using resourceNames requires at least one resource");
    }
  }

  private static void checkStages(FieldValidator stages) {
    stages.each(
        stage -> {
          if (!STAGES.contains(stage.text())) {
            stage.invalid("allowed stages are " + String.join(",", STAGES));
          }
        });
  }
}
