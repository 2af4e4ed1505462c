package dev.drover.server.controllers.batch;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.Item;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Evaluates `spec.podFailurePolicy`: the effect of the failure of a pod on its job.
final class PodFailurePolicy {
  private final List<TreeNode> rules;

  PodFailurePolicy(Item job) {
    this.rules = job.spec().at("podFailurePolicy").items("rules");
  }

  /// What a rule says.
  ///
  /// @param action `FailJob`, `FailIndex`, `Ignore` or `Count`
  /// @param message why the job fails
  record Decision(String action, String message) {}

  private static final Decision COUNT = new Decision("Count", "");

  Decision of(Item pod) {
    for (int i = 0; i < rules.size(); i++) {
      TreeNode rule = rules.get(i);
      String action = rule.text("action");
      Optional<String> match =
          rule.has("onExitCodes")
              ? exitCodeMatch(rule.at("onExitCodes"), pod)
              : conditionMatch(rule.items("onPodConditions"), pod);
      if (match.isPresent()) {
        return new Decision(
            action, "%s matching %s rule at index %d".formatted(match.get(), action, i));
      }
    }
    return COUNT;
  }

  private static Optional<String> exitCodeMatch(TreeNode rule, Item pod) {
    return Stream.of("containerStatuses", "initContainerStatuses")
        .flatMap(field -> pod.status().items(field).stream())
        .filter(
            s ->
                rule.text("containerName").isEmpty()
                    || rule.text("containerName").equals(s.text("name")))
        .filter(s -> s.at("state").has("terminated"))
        .filter(s -> isMatch(rule, s.at("state").at("terminated").number("exitCode", 0)))
        .findFirst()
        .map(
            s ->
                "Container %s for pod %s/%s failed with exit code %d"
                    .formatted(
                        s.text("name"),
                        pod.namespace(),
                        pod.name(),
                        s.at("state").at("terminated").number("exitCode", 0)));
  }

  private static boolean isMatch(TreeNode rule, long code) {
    boolean isListed = rule.list("values").contains(code);
    return code != 0 && rule.text("operator").equals("In") == isListed;
  }

  private static Optional<String> conditionMatch(List<TreeNode> patterns, Item pod) {
    return pod.status().items("conditions").stream()
        .filter(
            condition ->
                patterns.stream()
                    .anyMatch(
                        pattern ->
                            pattern.text("type").equals(condition.text("type"))
                                && pattern.text("status").equals(condition.text("status"))))
        .findFirst()
        .map(
            condition ->
                "Pod %s/%s has condition %s"
                    .formatted(pod.namespace(), pod.name(), condition.text("type")));
  }
}
