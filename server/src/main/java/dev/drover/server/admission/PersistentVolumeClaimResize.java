package dev.drover.server.admission;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;

/// Admits the growth of a claim only while it is bound and its storage class allows it.
final class PersistentVolumeClaimResize implements AdmissionPlugin {
  @Override
  public void validate(Attempt attempt) {
    boolean isUpdate = attempt.operation() == Operation.UPDATE;
    if (!isUpdate || !AdmissionPlugins.isFor(attempt, "/persistentvolumeclaims")) {
      return;
    }
    TreeNode old = AdmissionPlugins.old(attempt);
    if (size(AdmissionPlugins.object(attempt)).compareTo(size(old)) <= 0) {
      return;
    }
    if (!old.at("status").text("phase").equals("Bound")) {
      throw AdmissionPlugins.forbidden(
          attempt, "Only bound persistent volume claims can be expanded");
    }
    String name = old.at("spec").text("storageClassName");
    boolean isAllowed =
        attempt
            .stored()
            .get("storage.k8s.io/storageclasses", "", name)
            .map(it -> TreeNode.copyOf(it).isTrue("allowVolumeExpansion"))
            .orElse(false);
    if (!isAllowed) {
      throw AdmissionPlugins.forbidden(
          attempt,
          "only dynamically provisioned pvc can be resized and the storageclass that provisions the"
              + " pvc must support resize");
    }
  }

  private static Quantity size(TreeNode claim) {
    String text = claim.at("spec").at("resources").at("requests").text("storage");
    return text.isEmpty() ? Quantity.ZERO : Quantity.parse(text);
  }
}
