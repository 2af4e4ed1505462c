package dev.drover.server.controllers.volumes;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.util.List;
import java.util.function.Predicate;

/// Removes the finalizers that keep claims and volumes which are in use from being deleted, when
/// they are in use no longer. Admission adds them to new objects.
///
/// In Go: the controllers `pvc-protection` and `pv-protection`.
public final class ClaimProtection implements Controller {
  private final String storage;
  private final String finalizer;

  private ClaimProtection(String storage, String finalizer) {
    this.storage = storage;
    this.finalizer = finalizer;
  }

  /// Claims are in use by pods that have not ended.
  public static ClaimProtection ofClaims() {
    return new ClaimProtection("/persistentvolumeclaims", "kubernetes.io/pvc-protection");
  }

  /// Volumes are in use while they are bound.
  public static ClaimProtection ofVolumes() {
    return new ClaimProtection("/persistentvolumes", "kubernetes.io/pv-protection");
  }

  @Override
  public void pass(ClusterPass cluster) {
    for (Item item : cluster.of(storage)) {
      if (item.isBeingDeleted() && item.hasFinalizer(finalizer) && !isInUse(cluster, item)) {
        cluster.update(item, this::released);
      }
    }
  }

  private static boolean isInUse(ClusterPass cluster, Item item) {
    return item.namespace().isEmpty()
        ? item.status().text("phase").equals("Bound")
        : cluster.of(Pods.STORAGE, item.namespace()).stream()
            .filter(pod -> !Pods.isFinished(pod) && !Pods.nodeName(pod).isEmpty())
            .anyMatch(pod -> uses(pod, item));
  }

  /// Whether a volume of the pod is the claim.
  static boolean uses(Item pod, Item claim) {
    return pod.spec().items("volumes").stream()
        .map(volume -> volume.at("persistentVolumeClaim").text("claimName"))
        .anyMatch(Predicate.isEqual(claim.name()));
  }

  private TreeNode released(TreeNode object) {
    TreeNode metadata = object.orCreate("metadata");
    List<String> left =
        metadata.texts("finalizers").stream().filter(f -> !f.equals(finalizer)).toList();
    return left.isEmpty()
        ? object.set("metadata", TreeNode.copyOf(metadata.map()).remove("finalizers"))
        : object.set("metadata", TreeNode.copyOf(metadata.map()).set("finalizers", left));
  }
}
