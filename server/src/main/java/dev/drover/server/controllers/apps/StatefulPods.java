package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.PodTemplates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes the pods of a stateful set, each with its name, its host name and volume claims of its
/// own.
final class StatefulPods {
  static final String REVISION = "controller-revision-hash";
  private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";
  private static final String POD_INDEX = "apps.kubernetes.io/pod-index";
  private static final String CLAIMS = "/persistentvolumeclaims";

  private final ClusterPass cluster;
  private final Item set;

  StatefulPods(ClusterPass cluster, Item set) {
    this.cluster = cluster;
    this.set = set;
  }

  /// The number in the name of a pod; -1 if it has none.
  static long ordinal(Item set, Item pod) {
    String prefix = set.name() + "-";
    String number = pod.name().startsWith(prefix) ? pod.name().substring(prefix.length()) : "";
    return number.matches("\\d{1,9}") ? Long.parseLong(number) : -1;
  }

  static String revision(Item pod) {
    return pod.labels().getOrDefault(REVISION, "");
  }

  /// Creates the pod with a number, after its volume claims.
  void create(long ordinal, Item revision) {
    String name = set.name() + "-" + ordinal;
    createClaims(name);
    TreeNode template = ControllerRevisions.template(revision);
    TreeNode pod = PodTemplates.named(template, set, name);
    pod.at("metadata")
        .orCreate("labels")
        .set(POD_NAME, name)
        .set(POD_INDEX, Long.toString(ordinal))
        .set(REVISION, revision.name());
    TreeNode spec = pod.at("spec");
    spec.set("hostname", name).set("subdomain", set.spec().text("serviceName"));
    addVolumes(spec, name);
    ClusterPass.Creation creation = cluster.tryCreate("/pods", set.namespace(), pod.map());
    if (creation.item() != null) {
      cluster.event(
          set,
          "Normal",
          "SuccessfulCreate",
          "Create Pod %s in StatefulSet %s successful".formatted(name, set.name()));
    } else if (!creation.isTaken()) {
      cluster.event(
          set,
          "Warning",
          "FailedCreate",
          "Create Pod %s in StatefulSet %s failed error: %s"
              .formatted(name, set.name(), creation.failure()));
    }
  }

  void delete(Item pod) {
    if (cluster.delete(pod)) {
      cluster.event(
          set,
          "Normal",
          "SuccessfulDelete",
          "Delete Pod %s in StatefulSet %s successful".formatted(pod.name(), set.name()));
    }
  }

  /// Volumes of the template give way to those of the claims.
  private void addVolumes(TreeNode spec, String pod) {
    Map<String, Object> volumes = new LinkedHashMap<>();
    for (TreeNode claim : set.spec().items("volumeClaimTemplates")) {
      String name = claim.at("metadata").text("name");
      TreeNode volume = TreeNode.empty().set("name", name);
      volume.orCreate("persistentVolumeClaim").set("claimName", claimName(claim, pod));
      volumes.put(name, volume.map());
    }
    for (TreeNode volume : spec.items("volumes")) {
      volumes.putIfAbsent(volume.text("name"), volume.map());
    }
    if (!volumes.isEmpty()) {
      spec.set("volumes", new ArrayList<>(volumes.values()));
    }
  }

  private static String claimName(TreeNode template, String pod) {
    return template.at("metadata").text("name") + "-" + pod;
  }

  private void createClaims(String pod) {
    for (TreeNode template : set.spec().items("volumeClaimTemplates")) {
      String name = claimName(template, pod);
      if (cluster.find(CLAIMS, set.namespace(), name).isEmpty()) {
        TreeNode claim = TreeNode.copyOf(template.map()).remove("status");
        claim.set("apiVersion", "v1").set("kind", "PersistentVolumeClaim");
        TreeNode metadata = claim.orCreate("metadata");
        metadata.set("name", name).set("namespace", set.namespace());
        set.spec()
            .at("selector")
            .textMap("matchLabels")
            .forEach((key, value) -> metadata.orCreate("labels").set(key, value));
        if (policy("whenDeleted").equals("Delete")) {
          metadata.set("ownerReferences", List.of(reference(set)));
        }
        if (cluster.create(CLAIMS, set.namespace(), claim.map()).isPresent()) {
          cluster.event(
              set,
              "Normal",
              "SuccessfulCreate",
              "Create Claim %s Pod %s in StatefulSet %s success".formatted(name, pod, set.name()));
        }
      }
    }
  }

  private String policy(String when) {
    return set.spec().at("persistentVolumeClaimRetentionPolicy").text(when);
  }

  /// Lets the claims of a pod go with it, if the set wants that of pods that are scaled away.
  void releaseClaims(Item pod) {
    if (!policy("whenScaled").equals("Delete")) {
      return;
    }
    for (TreeNode template : set.spec().items("volumeClaimTemplates")) {
      cluster
          .find(CLAIMS, set.namespace(), claimName(template, pod.name()))
          .filter(claim -> !isOwned(claim, pod))
          .ifPresent(claim -> cluster.update(claim, object -> ownedBy(object, pod)));
    }
  }

  private static boolean isOwned(Item claim, Item owner) {
    return claim.metadata().items("ownerReferences").stream()
        .anyMatch(reference -> reference.text("uid").equals(owner.uid()));
  }

  private static TreeNode ownedBy(TreeNode object, Item pod) {
    return object.set(
        "metadata",
        TreeNode.copyOf(object.at("metadata").map())
            .set("ownerReferences", List.of(reference(pod))));
  }

  private static Map<String, @Nullable Object> reference(Item owner) {
    return TreeNode.empty()
        .set("apiVersion", owner.resource().gvk().apiVersion())
        .set("kind", owner.resource().gvk().kind())
        .set("name", owner.name())
        .set("uid", owner.uid())
        .map();
  }
}
