package dev.drover.server.simulation;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import java.util.List;
import java.util.Map;

/// Creates a default storage class, and provisions a volume for each claim of classes with its
/// provisioner.
final class SimulatedVolumes implements Controller {
  static final String CLASSES = "storage.k8s.io/storageclasses";
  static final String CLAIMS = "/persistentvolumeclaims";
  private static final String VOLUMES = "/persistentvolumes";
  private static final String PROVISIONER = "simulation.drover.dev/volumes";
  private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";

  @Override
  public void pass(ClusterPass cluster) {
    if (cluster.of(CLASSES).isEmpty()) {
      TreeNode type =
          TreeNode.empty().set("apiVersion", "storage.k8s.io/v1").set("kind", "StorageClass");
      type.orCreate("metadata").set("name", "standard").set("annotations", Map.of(DEFAULT, "true"));
      cluster.create(CLASSES, "", type.set("provisioner", PROVISIONER).map());
    }
    cluster.forEach(
        cluster.of(CLAIMS),
        claim -> {
          if (!claim.isBeingDeleted() && claim.spec().text("volumeName").isEmpty()) {
            cluster
                .find(CLASSES, "", claim.spec().text("storageClassName"))
                .filter(type -> type.object().text("provisioner").equals(PROVISIONER))
                .ifPresent(type -> provision(cluster, claim, type));
          }
        });
  }

  private static void provision(ClusterPass cluster, Item claim, Item type) {
    String name = "pvc-" + claim.uid();
    if (cluster.find(VOLUMES, "", name).isPresent()) {
      return; // the binder will find it
    }
    TreeNode volume = TreeNode.empty().set("apiVersion", "v1").set("kind", "PersistentVolume");
    volume.orCreate("metadata").set("name", name);
    TreeNode spec = volume.orCreate("spec");
    spec.set("accessModes", claim.spec().get("accessModes"))
        .set("capacity", claim.spec().at("resources").get("requests"))
        .set("storageClassName", type.name())
        .set("persistentVolumeReclaimPolicy", type.object().text("reclaimPolicy"));
    for (String field : List.of("volumeMode", "volumeAttributesClassName")) {
      if (claim.spec().has(field)) {
        spec.set(field, claim.spec().get(field));
      }
    }
    spec.orCreate("claimRef")
        .set("apiVersion", "v1")
        .set("kind", "PersistentVolumeClaim")
        .set("namespace", claim.namespace())
        .set("name", claim.name())
        .set("uid", claim.uid());
    spec.orCreate("csi").set("driver", "simulation.drover.dev").set("volumeHandle", name);
    cluster.create(VOLUMES, "", volume.map());
  }
}
