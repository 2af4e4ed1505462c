package dev.drover.server.kinds.core.pod;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.ResourceLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The quality-of-service class of a pod: `Guaranteed`, `Burstable` or `BestEffort`.
///
/// Guaranteed pods limit CPU and memory, in every container or as a whole, and request just that.
/// Pods that ask for nothing are of best effort. Only CPU and memory count.
///
/// In Go: `qos.ComputePodQOS`.
final class QosClass {
  private static final Set<String> COUNTED = Set.of("cpu", "memory");

  private QosClass() {}

  static String of(TreeNode spec) {
    List<TreeNode> demands = new ArrayList<>();
    if (spec.has("resources")) {
      demands.add(spec.at("resources"));
    } else {
      spec.items("containers").forEach(c -> demands.add(c.at("resources")));
      spec.items("initContainers").forEach(c -> demands.add(c.at("resources")));
    }
    Map<String, Quantity> requests = new TreeMap<>();
    Map<String, Quantity> limits = new TreeMap<>();
    boolean allLimited = true;
    for (TreeNode demand : demands) {
      ResourceLists.add(requests, counted(demand, "requests"));
      Map<String, Quantity> limited = counted(demand, "limits");
      ResourceLists.add(limits, limited);
      // A pod as a whole may leave out its limits, but not limit one of the two alone.
      boolean isExempt = spec.has("resources") && demand.textMap("limits").isEmpty();
      allLimited &= isExempt || limited.keySet().equals(COUNTED);
    }
    if (requests.isEmpty() && limits.isEmpty()) {
      return "BestEffort";
    }
    return allLimited && areEqual(requests, limits) ? "Guaranteed" : "Burstable";
  }

  private static Map<String, Quantity> counted(TreeNode resources, String field) {
    Map<String, Quantity> amounts = ResourceLists.read(resources, field);
    amounts
        .entrySet()
        .removeIf(amount -> !COUNTED.contains(amount.getKey()) || amount.getValue().signum() <= 0);
    return amounts;
  }

  private static boolean areEqual(Map<String, Quantity> requests, Map<String, Quantity> limits) {
    return requests.keySet().equals(limits.keySet())
        && requests.entrySet().stream()
            .allMatch(
                r -> limits.getOrDefault(r.getKey(), Quantity.ZERO).compareTo(r.getValue()) == 0);
  }
}
