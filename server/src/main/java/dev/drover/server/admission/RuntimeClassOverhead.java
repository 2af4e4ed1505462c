package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Admission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A pod of a runtime class costs what the class costs, and runs where the class can.
///
/// In Go: the plug-in `RuntimeClass`.
final class RuntimeClassOverhead implements Admission {
  private static final String CLASSES = "node.k8s.io/runtimeclasses";

  @Override
  public void admit(Attempt attempt) {
    if (!Plugins.creates(attempt, "/pods")) {
      return;
    }
    TreeNode spec = Plugins.object(attempt).orCreate("spec");
    String name = spec.text("runtimeClassName");
    if (name.isEmpty()) {
      return;
    }
    TreeNode runtimeClass =
        attempt
            .stored()
            .get(CLASSES, "", name)
            .map(TreeNode::copyOf)
            .orElseThrow(
                () ->
                    Plugins.forbidden(
                        attempt, "pod rejected: RuntimeClass \"" + name + "\" not found"));
    setOverhead(attempt, spec, runtimeClass.at("overhead").get("podFixed"));
    setScheduling(attempt, spec, runtimeClass.at("scheduling"));
  }

  private static void setOverhead(Attempt attempt, TreeNode spec, @Nullable Object overhead) {
    if (overhead == null) {
      return;
    }
    if (spec.has("overhead") && !Objects.equals(spec.get("overhead"), overhead)) {
      throw Plugins.forbidden(
          attempt, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
    }
    spec.set("overhead", overhead);
  }

  private static void setScheduling(Attempt attempt, TreeNode spec, TreeNode scheduling) {
    for (Map.Entry<String, String> label : scheduling.textMap("nodeSelector").entrySet()) {
      String own = spec.at("nodeSelector").text(label.getKey());
      if (!own.isEmpty() && !own.equals(label.getValue())) {
        throw Plugins.forbidden(
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
