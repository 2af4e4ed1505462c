package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The facts about a whole pod that the validation of its parts needs.
///
/// @param isPod whether it is a pod, and not a template for pods
/// @param name of the pod; empty for templates and for names yet to be made
/// @param spec the whole of it
/// @param oldSpec what it was; empty for new pods and for templates
/// @param volumes the good ones by name
record PodContext(
    boolean isPod, String name, TreeNode spec, TreeNode oldSpec, Map<String, TreeNode> volumes) {
  static PodContext ofPod(TreeNode pod, TreeNode old) {
    String name = pod.at("metadata").text("name");
    return new PodContext(true, name, pod.at("spec"), old.at("spec"), Map.of());
  }

  static PodContext ofTemplate(TreeNode spec) {
    return new PodContext(false, "", spec, TreeNode.empty(), Map.of());
  }

  PodContext withVolumes(Map<String, TreeNode> good) {
    return new PodContext(isPod, name, spec, oldSpec, good);
  }

  boolean hasName() {
    return !name.isEmpty();
  }

  boolean hasHostUsers() {
    return !Boolean.FALSE.equals(spec.get("hostUsers"));
  }

  /// The names of the claims that containers may refer to.
  Set<String> claimNames() {
    Set<String> names = new HashSet<>();
    for (TreeNode claim : spec.items("resourceClaims")) {
      if (!claim.text("name").isEmpty()) {
        names.add(claim.text("name"));
      }
    }
    return names;
  }
}
