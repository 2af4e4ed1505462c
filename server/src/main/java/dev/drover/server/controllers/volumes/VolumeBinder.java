package dev.drover.server.controllers.volumes;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import dev.drover.server.validation.LabelSelectorValidation;
import dev.drover.server.validation.ResourceLists;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Binds volume claims to volumes, and reports the phases of both. Claims of a class that waits for
/// consumers are bound when a pod that uses them has a node. Volumes are not provisioned here.
///
/// In Go: `PersistentVolumeController`.
public final class VolumeBinder implements Controller {
  private static final String CLAIMS = "/persistentvolumeclaims";
  private static final String VOLUMES = "/persistentvolumes";
  private static final String CLASSES = "storage.k8s.io/storageclasses";
  private static final String COMPLETED = "pv.kubernetes.io/bind-completed";
  private static final String BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
  private static final String ATTRIBUTES_CLASS = "volumeAttributesClassName";
  private static final Quantity NONE = Quantity.parse("0");

  @Override
  public void pass(ClusterPass cluster) {
    Set<String> taken = new HashSet<>();
    cluster.forEach(kept(cluster, CLAIMS), claim -> sync(cluster, claim, taken));
    cluster.forEach(kept(cluster, VOLUMES), volume -> report(cluster, volume));
  }

  private static List<Item> kept(ClusterPass cluster, String storage) {
    return cluster.of(storage).stream().filter(item -> !item.isBeingDeleted()).toList();
  }

  private static void sync(ClusterPass cluster, Item claim, Set<String> taken) {
    String name = claim.spec().text("volumeName");
    if (name.isEmpty()) {
      match(cluster, claim, taken)
          .ifPresentOrElse(
              volume -> bind(cluster, claim, volume, taken), () -> explain(cluster, claim));
      return;
    }
    Optional<Item> volume = cluster.find(VOLUMES, "", name);
    boolean wasBound = !claim.annotation(COMPLETED).isEmpty();
    if (volume.filter(v -> isOf(v, claim) || isFree(v, claim)).isPresent()) {
      bind(cluster, claim, volume.get(), taken);
    } else if (wasBound) {
      cluster.updateStatus(claim, TreeNode.copyOf(claim.status().map()).set("phase", "Lost"));
    }
  }

  /// Says once why a claim stays unbound.
  private static void explain(ClusterPass cluster, Item claim) {
    if (claim.spec().text("storageClassName").isEmpty()) {
      explain(
          cluster,
          claim,
          "FailedBinding",
          "no persistent volumes available for this claim and no storage class is set");
    } else if (waitsForConsumer(cluster, claim) && !hasConsumer(cluster, claim)) {
      explain(
          cluster,
          claim,
          "WaitForFirstConsumer",
          "waiting for first consumer to be created before binding");
    }
  }

  private static void explain(ClusterPass cluster, Item claim, String reason, String message) {
    boolean isSaid =
        cluster.of("/events", claim.namespace()).stream()
            .filter(event -> event.object().text("reason").equals(reason))
            .anyMatch(event -> event.object().at("involvedObject").text("uid").equals(claim.uid()));
    if (!isSaid) {
      cluster.event(claim, "Normal", reason, message);
    }
  }

  /// The smallest volume that fits; one that is meant for the claim comes first.
  private static Optional<Item> match(ClusterPass cluster, Item claim, Set<String> taken) {
    if (waitsForConsumer(cluster, claim) && !hasConsumer(cluster, claim)) {
      return Optional.empty();
    }
    return cluster.of(VOLUMES).stream()
        .filter(volume -> !volume.isBeingDeleted() && !taken.contains(volume.name()))
        .filter(volume -> isFree(volume, claim) && fits(volume, claim))
        .min(
            Comparator.comparing((Item volume) -> !volume.spec().has("claimRef"))
                .thenComparing(VolumeBinder::capacity)
                .thenComparing(Item::name));
  }

  private static boolean waitsForConsumer(ClusterPass cluster, Item claim) {
    return cluster
        .find(CLASSES, "", claim.spec().text("storageClassName"))
        .filter(type -> type.object().text("volumeBindingMode").equals("WaitForFirstConsumer"))
        .isPresent();
  }

  private static boolean hasConsumer(ClusterPass cluster, Item claim) {
    return cluster.of(Pods.STORAGE).stream()
        .filter(pod -> pod.namespace().equals(claim.namespace()))
        .filter(pod -> !Pods.nodeName(pod).isEmpty())
        .anyMatch(pod -> ClaimProtection.uses(pod, claim));
  }

  /// Whether the volume is bound to the claim.
  private static boolean isOf(Item volume, Item claim) {
    return volume.spec().at("claimRef").text("uid").equals(claim.uid());
  }

  /// Whether the volume is bound to nothing, or set aside for the claim.
  private static boolean isFree(Item volume, Item claim) {
    TreeNode reference = volume.spec().at("claimRef");
    return !volume.spec().has("claimRef")
        || ((reference.text("uid").isEmpty() || isOf(volume, claim))
            && reference.text("name").equals(claim.name())
            && reference.text("namespace").equals(claim.namespace()));
  }

  private static boolean fits(Item volume, Item claim) {
    TreeNode wanted = claim.spec();
    TreeNode spec = volume.spec();
    Quantity request =
        ResourceLists.read(wanted.at("resources"), "requests").getOrDefault("storage", NONE);
    return spec.text("storageClassName").equals(wanted.text("storageClassName"))
        && spec.text(ATTRIBUTES_CLASS).equals(wanted.text(ATTRIBUTES_CLASS))
        && Objects.equals(spec.get("volumeMode"), wanted.get("volumeMode"))
        && spec.texts("accessModes").containsAll(wanted.texts("accessModes"))
        && capacity(volume).compareTo(request) >= 0
        && (!wanted.has("selector")
            || LabelSelectorValidation.of(wanted.at("selector")).matches(volume.labels()));
  }

  private static Quantity capacity(Item volume) {
    return ResourceLists.read(volume.spec(), "capacity").getOrDefault("storage", NONE);
  }

  private static void bind(ClusterPass cluster, Item claim, Item volume, Set<String> taken) {
    taken.add(volume.name());
    if (!isOf(volume, claim)) {
      boolean isReserved = volume.spec().has("claimRef");
      cluster.update(volume, object -> boundVolume(object, claim, isReserved));
    }
    if (claim.annotation(COMPLETED).isEmpty()) {
      cluster.update(claim, object -> boundClaim(object, volume));
    } else {
      TreeNode status = TreeNode.copyOf(claim.status().map()).set("phase", "Bound");
      status.set("accessModes", volume.spec().get("accessModes"));
      if (claim.status().text("phase").equals("Pending")) {
        setAttributesClass(status, volume); // from then on, drivers change it
      }
      cluster.updateStatus(claim, status.set("capacity", volume.spec().get("capacity")));
    }
  }

  private static void setAttributesClass(TreeNode status, Item volume) {
    if (volume.spec().has(ATTRIBUTES_CLASS)) {
      status.set("currentVolumeAttributesClassName", volume.spec().text(ATTRIBUTES_CLASS));
    } else {
      status.remove("currentVolumeAttributesClassName");
    }
  }

  private static TreeNode boundVolume(TreeNode object, Item claim, boolean isReserved) {
    object
        .orCreate("spec")
        .orCreate("claimRef")
        .set("kind", "PersistentVolumeClaim")
        .set("apiVersion", "v1")
        .set("namespace", claim.namespace())
        .set("name", claim.name())
        .set("uid", claim.uid())
        .set("resourceVersion", claim.metadata().text("resourceVersion"));
    if (!isReserved) {
      object.orCreate("metadata").orCreate("annotations").set(BY_CONTROLLER, "yes");
    }
    return object;
  }

  private static TreeNode boundClaim(TreeNode object, Item volume) {
    TreeNode annotations = object.orCreate("metadata").orCreate("annotations");
    annotations.set(COMPLETED, "yes");
    if (object.at("spec").text("volumeName").isEmpty()) {
      annotations.set(BY_CONTROLLER, "yes");
      object.orCreate("spec").set("volumeName", volume.name());
    }
    return object;
  }

  /// A volume whose claim is gone is released, and deleted if that is its policy.
  private static void report(ClusterPass cluster, Item volume) {
    TreeNode reference = volume.spec().at("claimRef");
    String phase = "Available";
    if (!reference.text("uid").isEmpty()) {
      boolean isBound =
          cluster
              .find(CLAIMS, reference.text("namespace"), reference.text("name"))
              .filter(claim -> claim.uid().equals(reference.text("uid")))
              .isPresent();
      phase = isBound ? "Bound" : "Released";
    }
    TreeNode status = TreeNode.copyOf(volume.status().map());
    if (!status.text("phase").equals(phase)) {
      status.set("lastPhaseTransitionTime", cluster.time());
      cluster.updateStatus(volume, status.set("phase", phase));
    }
    if (phase.equals("Released")
        && volume.spec().text("persistentVolumeReclaimPolicy").equals("Delete")) {
      cluster.delete(volume);
    }
  }
}
