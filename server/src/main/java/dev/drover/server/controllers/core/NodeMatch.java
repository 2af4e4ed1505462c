package dev.drover.server.controllers.core;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Checks whether a pod may be on a node, by selectors, node affinity and taints.
public final class NodeMatch {
  private NodeMatch() {}

  /// Whether the node has the labels, and is the one, that the pod asks for.
  public static boolean isSelected(TreeNode podSpec, Item node) {
    Map<String, String> labels = node.labels();
    if (!labels.entrySet().containsAll(podSpec.textMap("nodeSelector").entrySet())) {
      return false;
    }
    TreeNode required =
        podSpec
            .at("affinity")
            .at("nodeAffinity")
            .at("requiredDuringSchedulingIgnoredDuringExecution");
    List<TreeNode> terms = required.items("nodeSelectorTerms");
    return terms.isEmpty() || terms.stream().anyMatch(term -> isMet(term, node, labels));
  }

  private static boolean isMet(TreeNode term, Item node, Map<String, String> labels) {
    List<TreeNode> expressions = term.items("matchExpressions");
    List<TreeNode> fields = term.items("matchFields");
    return !(expressions.isEmpty() && fields.isEmpty())
        && expressions.stream().allMatch(e -> isMet(e, labels.get(e.text("key"))))
        && fields.stream().allMatch(f -> isMet(f, node.name()));
  }

  private static boolean isMet(TreeNode requirement, @Nullable String value) {
    List<String> values = requirement.texts("values");
    return switch (requirement.text("operator")) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> value != null && compare(value, values) > 0;
      case "Lt" -> value != null && compare(value, values) < 0;
      default -> false;
    };
  }

  /// Numbers as texts; what is no number is equal to everything.
  private static int compare(String value, List<String> values) {
    try {
      return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /// A taint of the node, of these effects, that the pod does not tolerate.
  public static Optional<TreeNode> untolerated(
      TreeNode podSpec, Item node, Predicate<String> effects) {
    List<TreeNode> tolerations = podSpec.items("tolerations");
    return node.spec().items("taints").stream()
        .filter(taint -> effects.test(taint.text("effect")))
        .filter(taint -> tolerations.stream().noneMatch(t -> tolerates(t, taint)))
        .findFirst();
  }

  private static boolean tolerates(TreeNode toleration, TreeNode taint) {
    String key = toleration.text("key");
    boolean exists = toleration.text("operator").equals("Exists");
    return (toleration.text("effect").isEmpty()
            || toleration.text("effect").equals(taint.text("effect")))
        && (key.isEmpty() ? exists : key.equals(taint.text("key")))
        && (exists || toleration.text("value").equals(taint.text("value")));
  }

  public static boolean isReady(Item node) {
    return Conditions.isTrue(node.status(), "Ready");
  }
}
