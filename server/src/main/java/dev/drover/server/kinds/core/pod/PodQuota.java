package dev.drover.server.kinds.core.pod;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin.Attempt;
import dev.drover.server.core.AdmissionPlugin.Operation;
import dev.drover.server.core.QuotaEvaluator;
import dev.drover.server.validation.ResourceLists;
import dev.drover.server.validation.ResourceNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How pods count against quotas: by number, requests and limits.
///
/// In Go: `podEvaluator`.
public final class PodQuota implements QuotaEvaluator {
  private static final String REQUESTS = "requests.";
  private static final Quantity ONE = Quantity.parse("1");
  private static final List<String> COMPUTED = List.of("cpu", "memory", "ephemeral-storage");

  /// Resources that each container must specify if a quota limits them.
  private static final Set<String> NEEDED =
      Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");

  @Override
  public boolean handles(Attempt attempt) {
    boolean isUpdate = attempt.operation() == Operation.UPDATE;
    return switch (attempt.subresource()) {
      case "" -> attempt.operation() == Operation.CREATE || isUpdate && changesTermination(attempt);
      case "resize" -> isUpdate;
      default -> false;
    };
  }

  private static boolean changesTermination(Attempt attempt) {
    return isTerminating(attempt.object()) != isTerminating(attempt.old());
  }

  @Override
  public boolean uses(String resource) {
    boolean isComputed =
        COMPUTED.stream()
            .flatMap(it -> Stream.of(it, REQUESTS + it, "limits." + it))
            .anyMatch(resource::equals);
    return isComputed
        || resource.equals("pods")
        || resource.startsWith("hugepages-")
        || resource.startsWith(REQUESTS + "hugepages-")
        || resource.startsWith(REQUESTS) && !ResourceNames.isNative(resource);
  }

  @Override
  public void addUsage(TreeNode pod, Map<String, Quantity> usage) {
    String phase = pod.at("status").text("phase");
    if (phase.equals("Failed") || phase.equals("Succeeded")) {
      return;
    }
    TreeNode spec = pod.at("spec");
    Map<String, Quantity> overhead = ResourceLists.read(spec, "overhead");
    Map<String, Quantity> requests = amounts(spec, "requests");
    ResourceLists.add(requests, overhead);
    Map<String, Quantity> limits = amounts(spec, "limits");
    overhead.forEach(
        (name, more) ->
            limits.computeIfPresent(name, (_, limit) -> limit.isZero() ? limit : limit.add(more)));
    usage.putAll(computed(requests, limits));
  }

  private static Map<String, Quantity> amounts(TreeNode spec, String which) {
    Map<String, Quantity> amounts = PodResources.ofContainers(spec, which);
    amounts.putAll(ResourceLists.read(spec.at("resources"), which));
    return amounts;
  }

  /// The usage of a pod or a container by the names of quotas.
  private static Map<String, Quantity> computed(
      Map<String, Quantity> requests, Map<String, Quantity> limits) {
    Map<String, Quantity> usage = new TreeMap<>();
    usage.put("pods", ONE);
    requests.forEach(
        (name, amount) -> {
          if (COMPUTED.contains(name) || ResourceNames.isHugePages(name)) {
            usage.put(name, amount);
            usage.put(REQUESTS + name, amount);
          } else if (ResourceNames.isExtended(name)) {
            usage.put(REQUESTS + name, amount);
          }
        });
    limits.forEach(
        (name, amount) -> {
          if (COMPUTED.contains(name)) {
            usage.put("limits." + name, amount);
          }
        });
    return usage;
  }

  @Override
  public boolean isInScope(String scope, String operator, List<String> values, TreeNode pod) {
    TreeNode spec = pod.at("spec");
    boolean isBestEffort = pod.at("status").text("qosClass").equals("BestEffort");
    return switch (scope) {
      case "Terminating" -> isTerminating(pod);
      case "NotTerminating" -> !isTerminating(pod);
      case "BestEffort" -> isBestEffort;
      case "NotBestEffort" -> !isBestEffort;
      case "PriorityClass" ->
          QuotaEvaluator.selects(spec.text("priorityClassName"), operator, values);
      case "CrossNamespacePodAffinity" -> hasCrossNamespaceAffinity(spec.at("affinity"));
      default -> false;
    };
  }

  private static boolean isTerminating(@Nullable TreeNode pod) {
    TreeNode spec = pod == null ? TreeNode.empty() : pod.at("spec");
    return spec.has("activeDeadlineSeconds") && spec.number("activeDeadlineSeconds", -1) >= 0;
  }

  private static boolean hasCrossNamespaceAffinity(TreeNode affinity) {
    for (String kind : List.of("podAffinity", "podAntiAffinity")) {
      TreeNode terms = affinity.at(kind);
      boolean required =
          terms.items("requiredDuringSchedulingIgnoredDuringExecution").stream()
              .anyMatch(PodQuota::isOfOtherNamespaces);
      boolean preferred =
          terms.items("preferredDuringSchedulingIgnoredDuringExecution").stream()
              .anyMatch(term -> isOfOtherNamespaces(term.at("podAffinityTerm")));
      if (required || preferred) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOfOtherNamespaces(TreeNode term) {
    return !term.texts("namespaces").isEmpty() || term.has("namespaceSelector");
  }

  @Override
  public Optional<String> missing(List<String> limited, TreeNode pod) {
    TreeNode spec = pod.at("spec");
    if (!spec.at("resources").map().isEmpty()) {
      return Optional.empty(); // resources of the pod cover all of its containers
    }
    Map<String, Set<String>> missing = new TreeMap<>();
    for (String list : List.of("containers", "initContainers")) {
      for (TreeNode container : spec.items(list)) {
        TreeNode resources = container.at("resources");
        Set<String> specified =
            computed(
                    ResourceLists.read(resources, "requests"),
                    ResourceLists.read(resources, "limits"))
                .keySet();
        for (String name : limited) {
          if (NEEDED.contains(name) && !specified.contains(name)) {
            missing.computeIfAbsent(name, _ -> new TreeSet<>()).add(container.text("name"));
          }
        }
      }
    }
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            missing.entrySet().stream()
                .map(it -> it.getKey() + " for: " + String.join(",", it.getValue()))
                .collect(Collectors.joining("; ")));
  }
}
