package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sets the overhead and the scheduling constraints of a pod's runtime class.
///
/// In Go: the plug-in `RuntimeClass`.
final class RuntimeClassOverhead implements AdmissionPlugin {
  private static final String CLASSES = "node.k8s.io/runtimeclasses";

  @Override
  public void admit(Attempt attempt) {
    if (!AdmissionPlugins.creates(attempt, "/pods")) {
      return;
    }
    TreeNode spec = AdmissionPlugins.object(attempt).orCreate("spec");
    if (spec.text("runtimeClassName").isEmpty()) {
      return;
    }
    TreeNode runtimeClass = runtimeClass(attempt, spec);
    if (runtimeClass.has("overhead")) {
      setOverhead(attempt, spec, runtimeClass.at("overhead").at("podFixed"));
    }
    setScheduling(attempt, spec, runtimeClass.at("scheduling"));
  }

  private static TreeNode runtimeClass(Attempt attempt, TreeNode spec) {
    String name = spec.text("runtimeClassName");
    return attempt
        .stored()
        .get(CLASSES, "", name)
        .map(TreeNode::copyOf)
        .orElseThrow(
            () ->
                AdmissionPlugins.forbidden(
                    attempt, "pod rejected: RuntimeClass \"" + name + "\" not found"));
  }

  private static void setOverhead(Attempt attempt, TreeNode spec, TreeNode overhead) {
    Map<?, ?> own = spec.at("overhead").map();
    if (!own.isEmpty() && !own.equals(overhead.map())) {
      throw AdmissionPlugins.forbidden(
          attempt, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
    }
    if (overhead.map().isEmpty()) {
      spec.remove("overhead");
    } else {
      spec.set("overhead", overhead.map());
    }
  }

  /// Only a runtime class sets the overhead of a pod, even an empty one.
  @Override
  public void validate(Attempt attempt) {
    if (!AdmissionPlugins.creates(attempt, "/pods")) {
      return;
    }
    TreeNode spec = AdmissionPlugins.object(attempt).at("spec");
    boolean isDefined =
        !spec.text("runtimeClassName").isEmpty() && runtimeClass(attempt, spec).has("overhead");
    if (!isDefined && spec.has("overhead")) {
      throw AdmissionPlugins.forbidden(
          attempt,
          "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead");
    }
  }

  private static void setScheduling(Attempt attempt, TreeNode spec, TreeNode scheduling) {
    for (Map.Entry<String, String> label : scheduling.textMap("nodeSelector").entrySet()) {
      String own = spec.at("nodeSelector").text(label.getKey());
      if (!own.isEmpty() && !own.equals(label.getValue())) {
        throw AdmissionPlugins.forbidden(
            attempt,
            "conflict: runtimeClass.scheduling.nodeSelector["
                + label.getKey()
                + "] = "
                + label.getValue()
                + "; pod.spec.nodeSelector["
                + label.getKey()
                + "] = "
                + own);
      }
      spec.orCreate("nodeSelector").set(label.getKey(), label.getValue());
    }
    if (!scheduling.list("tolerations").isEmpty()) {
      List<@Nullable Object> tolerations = new ArrayList<>(spec.list("tolerations"));
      scheduling.list("tolerations").stream()
          .filter(it -> !tolerations.contains(it))
          .forEach(tolerations::add);
      spec.set("tolerations", tolerations);
    }
  }
}
