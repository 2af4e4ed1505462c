package dev.drover.server.kinds.core.pod;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.ResourceLists;
import java.util.List;
import java.util.Map;

/// Defaults of pods and of the templates for them.
///
/// In Go: `SetDefaults_Pod`, `SetDefaults_PodSpec` and what they apply to every part.
public final class PodDefaults {
  private static final List<String> CONTAINER_STATUSES =
      List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses");
  private static final List<String> OLD_ANNOTATIONS =
      List.of(
          "pod.beta.kubernetes.io/init-containers",
          "pod.alpha.kubernetes.io/init-containers",
          "pod.beta.kubernetes.io/init-container-statuses",
          "pod.alpha.kubernetes.io/init-container-statuses");
  private static final long GRACE_PERIOD_SECONDS = 30;

  private PodDefaults() {}

  /// A pod gets a little more than a template: what would otherwise show up in every workload that
  /// was written before the default existed.
  static void setPod(TreeNode pod) {
    TreeNode spec = pod.orCreate("spec");
    for (String containers : List.of("containers", "initContainers")) {
      spec.items(containers).forEach(PodDefaults::requestLimits);
    }
    spec.child("resources").ifPresent(resources -> podResources(spec, resources));
    spec.setDefault("enableServiceLinks", true);
    if (spec.isTrue("hostNetwork")) {
      for (String containers : List.of("containers", "initContainers")) {
        spec.items(containers).forEach(PodDefaults::hostPorts);
      }
    }
    setSpec(spec);
    if (spec.number("terminationGracePeriodSeconds", 0) < 0) {
      spec.set("terminationGracePeriodSeconds", 1);
    }
    setStatus(pod.at("status"));
    dropOldAnnotations(pod);
  }

  /// Defaults of the `template` of a workload.
  public static void setTemplate(TreeNode template) {
    setSpec(template.orCreate("spec"));
    dropOldAnnotations(template);
  }

  private static void setSpec(TreeNode spec) {
    Strings.setDefault(spec, "dnsPolicy", "ClusterFirst");
    Strings.setDefault(spec, "restartPolicy", "Always");
    spec.orCreate("securityContext");
    spec.setDefault("terminationGracePeriodSeconds", GRACE_PERIOD_SECONDS);
    Strings.setDefault(spec, "schedulerName", "default-scheduler");
    spec.items("volumes").forEach(VolumeDefaults::set);
    for (String containers : Containers.LISTS) {
      spec.items(containers).forEach(ContainerDefaults::set);
    }
    ResourceLists.setDefaults(spec, "overhead");
    ContainerDefaults.resources(spec);
    accountName(spec);
  }

  /// `serviceAccount` is the old name of `serviceAccountName`; both are always shown.
  private static void accountName(TreeNode spec) {
    Strings.setDefault(spec, "serviceAccountName", spec.text("serviceAccount"));
    String name = spec.text("serviceAccountName");
    if (name.isEmpty()) {
      spec.remove("serviceAccountName").remove("serviceAccount");
    } else {
      spec.set("serviceAccount", name);
    }
  }

  /// Annotations that old servers understood take no effect.
  private static void dropOldAnnotations(TreeNode object) {
    TreeNode metadata = object.at("metadata");
    TreeNode annotations = metadata.at("annotations");
    OLD_ANNOTATIONS.forEach(annotations::remove);
    if (annotations.map().isEmpty()) {
      metadata.remove("annotations");
    }
  }

  private static void setStatus(TreeNode status) {
    for (String statuses : CONTAINER_STATUSES) {
      for (TreeNode container : status.items(statuses)) {
        ResourceLists.setDefaults(container, "allocatedResources");
        ContainerDefaults.resources(container);
      }
    }
    ResourceLists.setDefaults(status, "allocatedResources");
    ContainerDefaults.resources(status);
    addresses(status);
  }

  /// `podIP` is the first of `podIPs`; where they differ, it wins.
  private static void addresses(TreeNode status) {
    String first = status.text("podIP");
    List<TreeNode> all = status.items("podIPs");
    if (!first.isEmpty() && (all.isEmpty() || !all.getFirst().text("ip").equals(first))) {
      status.set("podIPs", List.of(Map.of("ip", first)));
    } else if (!all.isEmpty() && !all.getFirst().text("ip").isEmpty()) {
      status.set("podIP", all.getFirst().text("ip"));
    }
  }

  /// What is limited but not requested is requested up to the limit.
  private static void requestLimits(TreeNode container) {
    TreeNode resources = container.at("resources");
    Map<String, String> limits = resources.textMap("limits");
    if (!limits.isEmpty()) {
      TreeNode requests = resources.orCreate("requests");
      limits.forEach(requests::setDefault);
    }
  }

  private static void hostPorts(TreeNode container) {
    for (TreeNode port : container.items("ports")) {
      if (port.number("hostPort", 0) == 0 && port.has("containerPort")) {
        port.set("hostPort", port.get("containerPort"));
      }
    }
  }

  /// Completes the resources of the pod as a whole from those of its containers.
  private static void podResources(TreeNode spec, TreeNode resources) {
    Map<String, Quantity> limits = ResourceLists.read(resources, "limits");
    Map<String, Quantity> requests = ResourceLists.read(resources, "requests");
    if (limits.isEmpty() && requests.isEmpty()) {
      return;
    }
    PodResources.ofContainers(spec, "limits")
        .forEach(
            (name, amount) -> {
              if (PodResources.isHugePages(name) && !requests.containsKey(name)) {
                limits.putIfAbsent(name, amount);
              }
            });
    if (limits.isEmpty()) {
      return;
    }
    ResourceLists.write(resources, "limits", limits);
    PodResources.ofContainers(spec, "requests")
        .forEach(
            (name, amount) -> {
              if (PodResources.isForWholePods(name) && !PodResources.isHugePages(name)) {
                requests.putIfAbsent(name, amount);
              }
            });
    limits.forEach(
        (name, amount) -> {
          if (PodResources.isForWholePods(name)) {
            requests.putIfAbsent(name, amount);
          }
        });
    if (!requests.isEmpty()) {
      ResourceLists.write(resources, "requests", requests);
    }
  }
}
