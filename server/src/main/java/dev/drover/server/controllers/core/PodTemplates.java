package dev.drover.server.controllers.core;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes pods from templates.
public final class PodTemplates {
  private PodTemplates() {}

  /// A pod with a generated name that an owner controls.
  public static TreeNode pod(TreeNode template, Item owner) {
    return pod(template, owner, owner.name() + "-");
  }

  /// A pod with a generated name that an owner controls.
  public static TreeNode pod(TreeNode template, Item owner, String generateName) {
    TreeNode pod = TreeNode.empty().set("apiVersion", "v1").set("kind", "Pod");
    TreeNode metadata = pod.orCreate("metadata");
    for (String field : List.of("labels", "annotations", "finalizers")) {
      if (template.at("metadata").has(field)) {
        metadata.set(field, template.at("metadata").get(field));
      }
    }
    metadata.set("generateName", generateName).set("namespace", owner.namespace());
    Ownership.setController(metadata, owner);
    return pod.set("spec", template.at("spec"));
  }

  /// A pod with a name of its own; the prefix for names is there without effect, as in Kubernetes.
  public static TreeNode named(TreeNode template, Item owner, String name) {
    TreeNode pod = pod(template, owner);
    pod.at("metadata").set("name", name);
    return pod;
  }

  /// Creates a pod and records an event about its owner, whether that worked or not.
  public static ClusterPass.Creation create(
      ClusterPass cluster, Item owner, Map<String, @Nullable Object> pod) {
    ClusterPass.Creation creation = cluster.tryCreate(Pods.STORAGE, owner.namespace(), pod);
    Item created = creation.item();
    if (created != null) {
      cluster.event(owner, "Normal", "SuccessfulCreate", "Created pod: " + created.name());
    } else {
      cluster.event(owner, "Warning", "FailedCreate", "Error creating: " + creation.failure());
    }
    return creation;
  }

  /// Deletes a pod and records an event about its owner.
  public static void delete(ClusterPass cluster, Item owner, Item pod) {
    if (cluster.delete(pod)) {
      cluster.event(owner, "Normal", "SuccessfulDelete", "Deleted pod: " + pod.name());
    }
  }
}
