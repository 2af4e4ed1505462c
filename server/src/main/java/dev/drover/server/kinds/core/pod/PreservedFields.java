package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.StatusFields;
import java.util.List;

/// Restores the parts of a pod that writes through its subresources must not change.
final class PreservedFields {
  private PreservedFields() {}

  /// Puts back spec, status, and the metadata about owners and deletion of the pod.
  static void keepAll(TreeNode pod, TreeNode old) {
    pod.set("spec", old.get("spec"));
    StatusFields.keep(pod, old);
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
      PodUpdateValidation.restore(metadata, old.at("metadata"), field);
    }
  }
}
