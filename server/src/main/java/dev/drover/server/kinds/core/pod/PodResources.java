package dev.drover.server.kinds.core.pod;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.ResourceLists;
import java.util.Map;
import java.util.TreeMap;

/// The resource requests of a pod, summed over its containers.
///
/// Init containers run one after another, before the others, except for sidecars, which stay. So a
/// pod needs the largest of: all containers and sidecars; each init container with the sidecars
/// that started before it.
///
/// In Go: `resourcehelper.AggregateContainerRequests` and `AggregateContainerLimits`.
public final class PodResources {
  private PodResources() {}

  /// What they request, or may use at most.
  ///
  /// @param which `requests` or `limits`
  public static Map<String, Quantity> ofContainers(TreeNode spec, String which) {
    Map<String, Quantity> total = new TreeMap<>();
    for (TreeNode container : spec.items("containers")) {
      ResourceLists.add(total, ResourceLists.read(container.at("resources"), which));
    }
    Map<String, Quantity> sidecars = new TreeMap<>();
    Map<String, Quantity> starting = new TreeMap<>();
    for (TreeNode container : spec.items("initContainers")) {
      Map<String, Quantity> own = ResourceLists.read(container.at("resources"), which);
      if (isSidecar(container)) {
        ResourceLists.add(total, own);
        ResourceLists.add(sidecars, own);
        ResourceLists.raise(starting, sidecars);
      } else {
        ResourceLists.add(own, sidecars);
        ResourceLists.raise(starting, own);
      }
    }
    ResourceLists.raise(total, starting);
    return total;
  }

  /// Whether an init container keeps running beside the others.
  static boolean isSidecar(TreeNode initContainer) {
    return initContainer.text("restartPolicy").equals("Always");
  }

  static boolean isHugePages(String resource) {
    return resource.startsWith("hugepages-");
  }

  /// Whether a pod as a whole may ask for it.
  static boolean isForWholePods(String resource) {
    return resource.equals("cpu") || resource.equals("memory") || isHugePages(resource);
  }
}
