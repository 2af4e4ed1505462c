package dev.drover.server.admission;

import dev.drover.api.text.GoText;
import dev.drover.schema.FieldError;
import dev.drover.schema.GoQuoting;
import dev.drover.schema.TreeNode;
import dev.drover.server.admission.PodSecurityPolicy.Level;
import dev.drover.server.admission.PodSecurityPolicy.Standard;
import dev.drover.server.admission.PodSecurityViolations.Violation;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Enforces the pod security levels in the labels of a namespace: refuses pods, and warns of
/// templates whose pods would be refused.
final class PodSecurity implements AdmissionPlugin {
  private static final String PREFIX = "pod-security.kubernetes.io/";
  private static final String ENFORCED = PREFIX + "enforce-policy";

  private static final Set<String> OTHER_PATHS =
      Set.of("exec", "attach", "binding", "eviction", "log", "portforward", "proxy", "status");
  private static final int MOST_PODS = 3000;

  @Override
  public void validate(Attempt attempt) {
    if (attempt.operation() != Operation.CREATE && attempt.operation() != Operation.UPDATE) {
      return;
    }
    switch (attempt.resource().storage().name()) {
      case "/namespaces" -> namespace(attempt);
      case "/pods" -> pod(attempt);
      case "/podtemplates" -> template(attempt, "template");
      case "batch/cronjobs" -> template(attempt, "spec", "jobTemplate", "spec", "template");
      case "/replicationcontrollers",
          "apps/replicasets",
          "apps/deployments",
          "apps/statefulsets",
          "apps/daemonsets",
          "batch/jobs" ->
          template(attempt, "spec", "template");
      default -> {}
    }
  }

  private static PodSecurityPolicy policy(TreeNode namespace) {
    return PodSecurityPolicy.of(namespace.at("metadata").textMap("labels"));
  }

  private static PodSecurityPolicy policyOfNamespace(Attempt attempt) {
    return attempt
        .stored()
        .get("/namespaces", "", attempt.namespace())
        .map(tree -> policy(TreeNode.copyOf(tree)))
        .orElseGet(() -> PodSecurityPolicy.of(Map.of()));
  }

  // ---- namespaces

  private static void namespace(Attempt attempt) {
    if (!attempt.subresource().isEmpty()) {
      return;
    }
    PodSecurityPolicy policy = policy(AdmissionPlugins.object(attempt));
    PodSecurityPolicy before = policy(AdmissionPlugins.old(attempt));
    boolean isNew = attempt.operation() == Operation.CREATE;
    if (!policy.errors().isEmpty() && (isNew || !policy.errors().equals(before.errors()))) {
      throw ApiError.invalid(attempt.resource().groupKind(), attempt.name(), policy.errors());
    }
    Standard enforced = policy.enforce();
    Standard was = before.enforce();
    boolean isRelaxed =
        enforced.minor() == was.minor() && enforced.level().compareTo(was.level()) <= 0;
    if (!isNew && enforced.level() != Level.PRIVILEGED && !isRelaxed) {
      existingPods(attempt, enforced);
    }
  }

  /// Warns of pods that are there and would no longer be let in.
  private static void existingPods(Attempt attempt, Standard enforced) {
    List<TreeNode> pods = byController(attempt);
    Map<String, List<String>> names = new HashMap<>();
    for (TreeNode pod : pods.subList(0, Math.min(MOST_PODS, pods.size()))) {
      String reasons =
          PodSecurityChecks.of(enforced, pod.at("metadata"), pod.at("spec")).stream()
              .map(Violation::reason)
              .collect(Collectors.joining(", "));
      if (!reasons.isEmpty()) {
        names.computeIfAbsent(reasons, _ -> new ArrayList<>()).add(pod.at("metadata").text("name"));
      }
    }
    if (pods.size() > MOST_PODS) {
      attempt
          .notes()
          .warn(
              "new PodSecurity enforce level only checked against the first %d of %d existing pods"
                  .formatted(MOST_PODS, pods.size()));
    }
    if (!names.isEmpty()) {
      attempt
          .notes()
          .warn(
              "existing pods in namespace %s violate the new PodSecurity enforce level %s"
                  .formatted(
                      GoQuoting.quote(attempt.name()), GoQuoting.quote(enforced.toString())));
    }
    names.entrySet().stream()
        .map(entry -> podNames(entry.getValue()) + ": " + entry.getKey())
        .sorted()
        .forEach(attempt.notes()::warn);
  }

  /// The pods of the namespace; siblings of others come last.
  private static List<TreeNode> byController(Attempt attempt) {
    List<TreeNode> pods = new ArrayList<>();
    List<TreeNode> siblings = new ArrayList<>();
    Set<String> controllers = new HashSet<>();
    for (var tree : attempt.stored().list("/pods", attempt.name())) {
      TreeNode pod = TreeNode.copyOf(tree);
      boolean isSibling =
          pod.at("metadata").items("ownerReferences").stream()
              .filter(owner -> owner.isTrue("controller"))
              .anyMatch(owner -> !controllers.add(owner.text("uid")));
      (isSibling ? siblings : pods).add(pod);
    }
    pods.addAll(siblings);
    return pods;
  }

  private static String podNames(List<String> names) {
    String first = names.stream().sorted().findFirst().orElseThrow();
    return switch (names.size()) {
      case 1 -> first;
      case 2 -> first + " (and 1 other pod)";
      default -> first + " (and " + (names.size() - 1) + " other pods)";
    };
  }

  // ---- pods and templates

  private static void pod(Attempt attempt) {
    if (OTHER_PATHS.contains(attempt.subresource())) {
      return;
    }
    PodSecurityPolicy policy = policyOfNamespace(attempt);
    TreeNode pod = AdmissionPlugins.object(attempt);
    boolean matters =
        attempt.operation() == Operation.CREATE
            || hasNewImage(pod.at("spec"), AdmissionPlugins.old(attempt).at("spec"));
    Standard enforced = policy.enforce();
    if (policy.isPrivileged()) {
      attempt.notes().annotate(ENFORCED, enforced.toString());
    }
    if (policy.isPrivileged() || !matters) {
      return;
    }
    attempt.notes().annotate(ENFORCED, enforced.toString());
    audit(attempt, policy, pod);
    List<Violation> violations = PodSecurityChecks.of(enforced, pod.at("metadata"), pod.at("spec"));
    if (!violations.isEmpty()) {
      throw ApiError.forbidden(
          attempt.resource().groupResource(),
          attempt.name(),
          "violates PodSecurity "
              + GoQuoting.quote(enforced.toString())
              + ": "
              + joined(violations));
    }
    warn(attempt, policy.warn(), pod);
  }

  private static String joined(List<Violation> violations) {
    return violations.stream().map(Violation::toString).collect(Collectors.joining(", "));
  }

  private static boolean hasNewImage(TreeNode spec, TreeNode was) {
    for (String list : List.of("containers", "initContainers")) {
      if (!images(spec, list).equals(images(was, list))) {
        return true;
      }
    }
    Map<String, String> before = new HashMap<>();
    was.items("ephemeralContainers").forEach(c -> before.put(c.text("name"), c.text("image")));
    return spec.items("ephemeralContainers").stream()
        .anyMatch(c -> !Objects.equals(before.get(c.text("name")), c.text("image")));
  }

  private static List<String> images(TreeNode spec, String list) {
    return spec.items(list).stream().map(container -> container.text("image")).toList();
  }

  private static void template(Attempt attempt, String... path) {
    if (!attempt.subresource().isEmpty()) {
      return;
    }
    TreeNode template = AdmissionPlugins.object(attempt);
    for (String name : path) {
      template = template.at(name);
    }
    PodSecurityPolicy policy = policyOfNamespace(attempt);
    if (!template.map().isEmpty()) {
      audit(attempt, policy, template);
      warn(attempt, policy.warn(), template);
    }
  }

  private static void audit(Attempt attempt, PodSecurityPolicy policy, TreeNode pod) {
    if (!policy.errors().isEmpty()) {
      List<String> errors = policy.errors().stream().map(FieldError::message).toList();
      attempt
          .notes()
          .annotate(PREFIX + "error", "Failed to parse policy: " + GoText.aggregate(errors));
    }
    Standard standard = policy.audit();
    List<Violation> violations = PodSecurityChecks.of(standard, pod.at("metadata"), pod.at("spec"));
    if (!violations.isEmpty()) {
      attempt.notes().annotate(PREFIX + "audit-violations", violation(standard, violations));
    }
  }

  private static String violation(Standard standard, List<Violation> violations) {
    return "would violate PodSecurity "
        + GoQuoting.quote(standard.toString())
        + ": "
        + joined(violations);
  }

  private static void warn(Attempt attempt, Standard standard, TreeNode pod) {
    List<Violation> violations = PodSecurityChecks.of(standard, pod.at("metadata"), pod.at("spec"));
    if (!violations.isEmpty()) {
      attempt.notes().warn(violation(standard, violations));
    }
  }
}
