package dev.drover.server.admission;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import java.util.Comparator;

/// Sets the default storage class of claims that name none: of several default classes, the newest.
final class DefaultStorageClass implements AdmissionPlugin {
  private static final String IS_DEFAULT = "storageclass.kubernetes.io/is-default-class";
  private static final String IS_DEFAULT_BETA = "storageclass.beta.kubernetes.io/is-default-class";
  private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

  @Override
  public void admit(Attempt attempt) {
    if (!AdmissionPlugins.creates(attempt, "/persistentvolumeclaims")) {
      return;
    }
    TreeNode claim = AdmissionPlugins.object(attempt);
    TreeNode spec = claim.orCreate("spec");
    if (spec.has("storageClassName")
        || claim.at("metadata").at("annotations").has(CLASS_ANNOTATION)) {
      return;
    }
    attempt.stored().list("storage.k8s.io/storageclasses", "").stream()
        .map(it -> TreeNode.copyOf(it).at("metadata"))
        .filter(DefaultStorageClass::isDefault)
        .min(
            Comparator.comparing((TreeNode it) -> it.text("creationTimestamp"))
                .reversed()
                .thenComparing(it -> it.text("name")))
        .ifPresent(it -> spec.set("storageClassName", it.text("name")));
  }

  private static boolean isDefault(TreeNode metadata) {
    TreeNode annotations = metadata.at("annotations");
    return annotations.text(IS_DEFAULT).equals("true")
        || annotations.text(IS_DEFAULT_BETA).equals("true");
  }
}
