package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;

/// Drops the fields of features that are off by default in this version, before validation.
///
/// In Go: `podutil.DropDisabledPodFields`, with the default feature gates.
public final class DisabledFields {
  private DisabledFields() {}

  public static void dropFromSpec(TreeNode spec) {
    for (TreeNode volume : spec.items("volumes")) {
      for (TreeNode source : volume.at("projected").items("sources")) {
        source.remove("clusterTrustBundle").remove("podCertificate");
      }
    }
    spec.remove("schedulingGroup");
    Containers.all(spec).forEach(DisabledFields::dropStopSignal);
  }

  private static void dropStopSignal(TreeNode container) {
    TreeNode lifecycle = container.at("lifecycle");
    if (lifecycle.has("stopSignal") && lifecycle.remove("stopSignal").map().isEmpty()) {
      container.remove("lifecycle");
    }
  }

  static void dropFromStatus(TreeNode status) {
    status.remove("nodeAllocatableResourceClaimStatuses");
    for (String list :
        new String[] {"containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"}) {
      for (TreeNode container : status.items(list)) {
        for (TreeNode mount : container.items("volumeMounts")) {
          mount.remove("volumeStatus");
        }
      }
    }
  }
}
