package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import java.util.List;

/// Copies the zone and the region of a node into labels of its pods, when they are created with a
/// node or bound to one.
final class PodTopologyLabels implements AdmissionPlugin {
  private static final List<String> LABELS =
      List.of("topology.kubernetes.io/zone", "topology.kubernetes.io/region");

  @Override
  public void admit(Attempt attempt) {
    boolean isOfPod =
        attempt.operation() == Operation.CREATE
            && attempt.resource().storage().name().equals("/pods");
    if (!isOfPod) {
      return;
    }
    TreeNode object = AdmissionPlugins.object(attempt);
    switch (attempt.subresource()) {
      case "" -> copy(attempt, object, object.at("spec").text("nodeName"));
      case "binding" -> {
        TreeNode target = object.at("target");
        if (target.text("kind").equals("Node")) {
          copy(attempt, object, target.text("name"));
        }
      }
      default -> {}
    }
  }

  private static void copy(Attempt attempt, TreeNode object, String nodeName) {
    attempt
        .stored()
        .get("/nodes", "", nodeName)
        .map(node -> TreeNode.copyOf(node).at("metadata").textMap("labels"))
        .ifPresent(
            labels -> {
              for (String label : LABELS) {
                if (labels.containsKey(label)) {
                  object.orCreate("metadata").orCreate("labels").set(label, labels.get(label));
                }
              }
            });
  }
}
