package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Sets the fields of a new pod that depend on the pod as a whole.
final class PodPreparation {
  private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  private PodPreparation() {}

  static void prepare(TreeNode pod) {
    TreeNode spec = pod.at("spec");
    if (!spec.list("schedulingGates").isEmpty()) {
      holdBack(pod);
    }
    Map<String, String> labels = pod.at("metadata").textMap("labels");
    for (String affinity : List.of("podAffinity", "podAntiAffinity")) {
      TreeNode terms = spec.at("affinity").at(affinity);
      terms.items(PREFERRED).forEach(term -> addLabelKeys(term.at("podAffinityTerm"), labels));
      terms.items(REQUIRED).forEach(term -> addLabelKeys(term, labels));
    }
    spec.items("topologySpreadConstraints").forEach(term -> addLabelKeys(term, labels));
    AppArmor.annotationsToFields(pod);
  }

  private static void holdBack(TreeNode pod) {
    Map<String, @Nullable Object> condition = new TreeMap<>();
    condition.put("type", "PodScheduled");
    condition.put("status", "False");
    condition.put("reason", "SchedulingGated");
    condition.put("message", "Scheduling is blocked due to non-empty scheduling gates");
    condition.put("lastProbeTime", null);
    condition.put("lastTransitionTime", pod.at("metadata").get("creationTimestamp"));
    pod.orCreate("status").set("conditions", List.of(condition));
  }

  /// Completes a selector with the pod's own values of the labels whose keys are listed.
  private static void addLabelKeys(TreeNode term, Map<String, String> labels) {
    if (term.has("labelSelector")) {
      addLabelKeys(term, "matchLabelKeys", "In", labels);
      addLabelKeys(term, "mismatchLabelKeys", "NotIn", labels);
    }
  }

  private static void addLabelKeys(
      TreeNode term, String field, String operator, Map<String, String> labels) {
    TreeNode selector = term.at("labelSelector");
    List<Object> expressions = new ArrayList<>(selector.list("matchExpressions"));
    for (String key : term.texts(field)) {
      if (labels.containsKey(key)) {
        expressions.add(
            Map.of("key", key, "operator", operator, "values", List.of(labels.get(key))));
      }
    }
    if (!expressions.isEmpty()) {
      selector.set("matchExpressions", expressions);
    }
  }
}
