package dev.drover.server.audit;

import dev.drover.schema.TreeNode;
import dev.drover.schema.TypedForm;
import dev.drover.schema.UnreadableException;
import dev.drover.server.core.RequestInfo;
import dev.drover.server.core.UserInfo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides which requests are recorded, and which parts of them: by the first rule that matches.
///
/// In Go: `audit.k8s.io/v1.Policy` and `policy.NewPolicyRuleEvaluator`.
public final class AuditPolicy {
  /// Records everything of all requests.
  public static final AuditPolicy EVERYTHING =
      new AuditPolicy(
          List.of(AuditRule.of(TreeNode.view(Map.of("level", "RequestResponse")))),
          List.of(),
          false);

  private final List<AuditRule> rules;
  private final List<String> omitStages;
  private final boolean omitManagedFields;

  /// How a request is recorded.
  record Decision(AuditLevel level, List<String> omitStages, boolean omitManagedFields) {}

  private AuditPolicy(List<AuditRule> rules, List<String> omitStages, boolean omitManagedFields) {
    this.rules = rules;
    this.omitStages = omitStages;
    this.omitManagedFields = omitManagedFields;
  }

  /// Reads a policy in YAML or JSON.
  ///
  /// @throws IllegalArgumentException if it is none, with Kubernetes' reason
  public static AuditPolicy parse(String text) {
    TreeNode policy = tree(text);
    String version = policy.text("apiVersion");
    if (!version.equals("audit.k8s.io/v1") || !policy.text("kind").equals("Policy")) {
      throw new IllegalArgumentException(
          "failed decoding: no kind \"%s\" is registered for version \"%s\""
              .formatted(policy.text("kind"), version));
    }
    AuditPolicyValidation.check(policy);
    return new AuditPolicy(
        policy.items("rules").stream().map(AuditRule::of).toList(),
        policy.texts("omitStages"),
        policy.isTrue("omitManagedFields"));
  }

  private static TreeNode tree(String text) {
    try {
      byte[] json = TypedForm.yamlToJson(text.getBytes(StandardCharsets.UTF_8));
      if (TypedForm.parse(json).tree() instanceof Map<?, ?> map) {
        return TreeNode.view(map);
      }
      throw new IllegalArgumentException("failed decoding: the policy is no object");
    } catch (UnreadableException e) {
      throw new IllegalArgumentException("failed decoding: " + e.getMessage(), e);
    }
  }

  Decision decide(UserInfo user, RequestInfo request) {
    Optional<AuditRule> rule = rules.stream().filter(r -> r.matches(user, request)).findFirst();
    if (rule.isEmpty()) {
      return new Decision(AuditLevel.NONE, omitStages, omitManagedFields);
    }
    List<String> stages = new ArrayList<>(omitStages);
    stages.addAll(rule.get().omitStages());
    return new Decision(
        rule.get().level(), stages, rule.get().omitManagedFields().orElse(omitManagedFields));
  }
}
