package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import java.util.List;

/// Parts of a pod that writes through its subresources leave alone.
final class PodParts {
  private PodParts() {}

  /// Puts back spec, status, and the metadata that says whose the pod is and how it ends.
  static void keepAll(TreeNode pod, TreeNode old) {
    pod.set("spec", old.get("spec"));
    Statuses.keep(pod, old);
    TreeNode metadata = pod.orCreate("metadata");
    for (String field :
        List.of(
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "finalizers",
            "ownerReferences",
            "selfLink")) {
      PodUpdateRules.restore(metadata, old.at("metadata"), field);
    }
  }
}
