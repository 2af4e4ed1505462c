package dev.drover.server.admission;

import dev.drover.api.Quantity;
import dev.drover.api.Status;
import dev.drover.api.StatusCause;
import dev.drover.api.StatusDetails;
import dev.drover.api.text.GoText;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.AdmissionPlugin;
import dev.drover.server.core.ApiError;
import dev.drover.server.kinds.core.pod.PodResources;
import dev.drover.server.validation.ResourceLists;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Validates resizes of running pods against the features and the capacity of their node.
///
/// In Go: the plug-ins `NodeDeclaredFeatureValidator` and `PodResizeValidator`.
final class PodResizeValidator implements AdmissionPlugin {
  private static final Quantity NONE = Quantity.parse("0");

  @Override
  public void validate(Attempt attempt) {
    boolean isOfPod =
        attempt.operation() == Operation.UPDATE
            && attempt.resource().storage().name().equals("/pods");
    boolean isResize = attempt.subresource().equals("resize");
    TreeNode pod = AdmissionPlugins.object(attempt);
    TreeNode old = AdmissionPlugins.old(attempt);
    String name = pod.at("spec").text("nodeName");
    if (!isOfPod
        || !isResize && !attempt.subresource().isEmpty()
        || name.isEmpty()
        || generation(pod) == generation(old)) {
      return;
    }
    List<String> needed = neededFeatures(pod.at("spec"), old.at("spec"));
    if (!isResize && needed.isEmpty()) {
      return;
    }
    Optional<TreeNode> found = attempt.stored().get("/nodes", "", name).map(TreeNode::copyOf);
    if (found.isEmpty()) {
      throw AdmissionPlugins.forbidden(attempt, "node " + GoText.quote(name) + " not found");
    }
    TreeNode node = found.get();
    checkFeatures(attempt, node, needed);
    if (isResize) {
      checkPlatform(attempt, node);
      checkSize(attempt, pod.at("spec"), node);
    }
  }

  private static long generation(TreeNode pod) {
    return pod.at("metadata").number("generation", 0);
  }

  private static List<String> neededFeatures(TreeNode spec, TreeNode was) {
    List<String> needed = new ArrayList<>();
    if (!Objects.equals(spec.get("resources"), was.get("resources"))) {
      needed.add("InPlacePodLevelResourcesVerticalScaling");
    }
    List<TreeNode> now = spec.items("initContainers");
    List<TreeNode> before = was.items("initContainers");
    for (int i = 0; i < Math.min(now.size(), before.size()); i++) {
      boolean isSidecar = before.get(i).text("restartPolicy").equals("Always");
      if (!isSidecar
          && !now.get(i).at("resources").map().equals(before.get(i).at("resources").map())) {
        needed.add("InPlacePodVerticalScalingInitContainers");
        break;
      }
    }
    return needed;
  }

  private static void checkFeatures(Attempt attempt, TreeNode node, List<String> needed) {
    List<String> missing = new ArrayList<>(needed);
    missing.removeAll(node.at("status").texts("declaredFeatures"));
    if (!missing.isEmpty()) {
      throw AdmissionPlugins.forbidden(
          attempt,
          "pod update requires features %s which are not available on node %s"
              .formatted(String.join(", ", missing), quotedName(node)));
    }
  }

  private static String quotedName(TreeNode node) {
    return GoText.quote(node.at("metadata").text("name"));
  }

  private static void checkPlatform(Attempt attempt, TreeNode node) {
    String system = node.at("metadata").textMap("labels").getOrDefault("kubernetes.io/os", "linux");
    if (!system.equals("linux")) {
      throw refused(
          attempt,
          "pod resize is only supported on linux nodes, node %s is %s"
              .formatted(quotedName(node), GoText.quote(system)),
          "UnsupportedPlatform");
    }
  }

  private static void checkSize(Attempt attempt, TreeNode spec, TreeNode node) {
    Map<String, Quantity> requests = PodResources.ofContainers(spec, "requests");
    requests.putAll(ResourceLists.read(spec.at("resources"), "requests"));
    ResourceLists.add(requests, ResourceLists.read(spec, "overhead"));
    Map<String, Quantity> available = ResourceLists.read(node.at("status"), "allocatable");
    List<String> problems = new ArrayList<>();
    for (String resource : List.of("cpu", "memory")) {
      Quantity wanted = requests.getOrDefault(resource, NONE);
      Quantity has = available.getOrDefault(resource, NONE);
      if (wanted.compareTo(has) > 0) {
        int shift = resource.equals("cpu") ? 3 : 0;
        problems.add(
            "%s, requested: %s, allocatable: %s"
                .formatted(resource, units(wanted, shift), units(has, shift)));
      }
    }
    if (!problems.isEmpty()) {
      throw refused(
          attempt,
          "node didn't have enough allocatable resources: " + String.join("; ", problems),
          "NodeCapacity");
    }
  }

  private static BigDecimal units(Quantity amount, int shift) {
    return amount.toBigDecimal().movePointRight(shift).setScale(0, RoundingMode.UP);
  }

  private static ApiError refused(Attempt attempt, String detail, String reason) {
    Status status = AdmissionPlugins.forbidden(attempt, detail).status();
    StatusDetails details = Objects.requireNonNull(status.details());
    StatusCause cause = StatusCause.builder().reason(reason).build();
    return ApiError.of(
        status.toBuilder().details(details.toBuilder().addCause(cause).build()).build());
  }
}
