package dev.drover.server.kinds.core.pod;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.IpFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Validates the `status` of pods.
///
/// In Go: {@index validation.ValidatePodStatusUpdate}.
final class PodStatusValidation {
  private static final Set<String> SYSTEM_CONDITIONS =
      Set.of("PodScheduled", "Ready", "Initialized");
  private static final String NOT_BACK = "may not be transitioned to non-terminated state";

  private PodStatusValidation() {}

  /// Puts back what is not for a kubelet to say.
  static void prepare(TreeNode pod, TreeNode old) {
    pod.set("spec", old.get("spec"));
    TreeNode metadata = pod.orCreate("metadata");
    metadata.remove("deletionTimestamp");
    PodUpdateValidation.restore(metadata, old.at("metadata"), "ownerReferences");
    TreeNode status = pod.orCreate("status");
    TreeNode was = old.at("status");
    Strings.setDefault(status, "qosClass", was.text("qosClass"));
    if (status.text("qosClass").isEmpty()) {
      status.remove("qosClass");
    }
    keepObserved(status, was);
    DisabledFields.dropFromStatus(status);
  }

  /// Which generation was observed is not forgotten: neither of the pod nor of a condition.
  private static void keepObserved(TreeNode status, TreeNode was) {
    keepGeneration(status, was.number("observedGeneration", 0));
    Map<String, List<Long>> generations = new TreeMap<>();
    for (TreeNode before : was.items("conditions")) {
      generations
          .computeIfAbsent(before.text("type"), _ -> new ArrayList<>())
          .add(before.number("observedGeneration", 0));
    }
    for (TreeNode condition : status.items("conditions")) {
      List<Long> left = generations.getOrDefault(condition.text("type"), List.of());
      keepGeneration(condition, left.isEmpty() ? 0 : left.removeFirst());
    }
  }

  private static void keepGeneration(TreeNode object, long before) {
    if (object.number("observedGeneration", 0) == 0 && before != 0) {
      object.set("observedGeneration", before);
    }
  }

  static List<FieldError> check(TreeNode pod, TreeNode old) {
    FieldValidator object = FieldValidator.root(pod);
    PodUpdateValidation.checkAnnotations(object, old);
    FieldValidator status = object.child("status");
    TreeNode was = old.at("status");
    checkConditions(status.child("conditions"));
    checkNomination(status.child("nominatedNodeName"), old);
    checkObserved(status.child("observedGeneration"));
    FieldValidator qosClass = status.child("qosClass");
    if (!qosClass.text().equals(was.text("qosClass"))) {
      qosClass.invalidTyped(FieldValidator.IMMUTABLE);
    }
    checkTransitions(status, old, "containerStatuses", "containers");
    checkTransitions(status, old, "initContainerStatuses", "initContainers");
    checkTransitions(status, old, "ephemeralContainerStatuses", "");
    checkClaims(status.child("resourceClaimStatuses"), pod.at("spec"));
    checkAddresses(status.child("podIPs"), was, "core/v1.PodIP");
    checkHostAddresses(status, was);
    boolean isWindows = pod.at("spec").at("os").text("name").equals("windows");
    for (String list :
        List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses")) {
      status.child(list).each(container -> checkUser(container.child("user"), isWindows));
    }
    return object.errors();
  }

  private static void checkConditions(FieldValidator conditions) {
    for (FieldValidator condition : conditions.items()) {
      checkObserved(condition.child("observedGeneration"));
      String type = condition.child("type").text();
      if (!SYSTEM_CONDITIONS.contains(type)) {
        Names.qualifiedName(type)
            .forEach(complaint -> condition.child("Type").invalid(type, complaint));
      }
    }
  }

  private static void checkObserved(FieldValidator generation) {
    if (generation.number() < 0) {
      generation.invalid("must be a non-negative integer");
    }
  }

  private static void checkNomination(FieldValidator node, TreeNode old) {
    if (node.isBlank() || node.text().equals(old.at("status").text("nominatedNodeName"))) {
      return;
    }
    node.checkText(Names::dnsSubdomain);
    if (!old.at("spec").text("nodeName").isEmpty()) {
      node.forbidden("may not be set on pods that are already bound to a node");
    }
  }

  /// A container that has ended comes back only if it is restarted.
  private static void checkTransitions(
      FieldValidator status, TreeNode old, String list, String containers) {
    TreeNode spec = old.at("spec");
    if (!containers.isEmpty() && mayRestartAll(spec)) {
      return;
    }
    List<TreeNode> before = old.at("status").items(list);
    for (int i = 0; i < before.size(); i++) {
      TreeNode ended = before.get(i).at("state").at("terminated");
      if (!before.get(i).at("state").has("terminated")) {
        continue;
      }
      String name = before.get(i).text("name");
      long exitCode = ended.number("exitCode", 0);
      boolean isBack =
          status.node().items(list).stream()
              .anyMatch(c -> c.text("name").equals(name) && !c.at("state").has("terminated"));
      boolean mayComeBack =
          !containers.isEmpty()
              && spec.items(containers).stream()
                  .filter(c -> c.text("name").equals(name))
                  .anyMatch(c -> isRestarted(c, spec, exitCode));
      if (isBack && !mayComeBack) {
        FieldValidator place = status.child(list);
        place.as(place.path().index(i).child("state")).forbidden(NOT_BACK);
      }
    }
  }

  private static boolean mayRestartAll(TreeNode spec) {
    List<TreeNode> containers = new ArrayList<>(spec.items("initContainers"));
    containers.addAll(spec.items("containers"));
    return containers.stream()
        .flatMap(c -> c.items("restartPolicyRules").stream())
        .anyMatch(rule -> rule.text("action").equals("RestartAllContainers"));
  }

  private static boolean isRestarted(TreeNode container, TreeNode spec, long exitCode) {
    String policy = container.text("restartPolicy");
    if (!policy.isEmpty()) {
      for (TreeNode rule : container.items("restartPolicyRules")) {
        TreeNode codes = rule.at("exitCodes");
        boolean isListed = codes.list("values").contains(exitCode);
        if (rule.has("exitCodes") && isListed == codes.text("operator").equals("In")) {
          return true;
        }
      }
    } else {
      policy = spec.text("restartPolicy");
    }
    return switch (policy) {
      case "OnFailure" -> exitCode != 0;
      case "Never" -> false;
      default -> true;
    };
  }

  private static void checkClaims(FieldValidator claims, TreeNode spec) {
    Set<String> known = new HashSet<>();
    spec.items("resourceClaims").forEach(claim -> known.add(claim.text("name")));
    Set<String> seen = new HashSet<>();
    for (FieldValidator claim : claims.items()) {
      FieldValidator name = claim.child("name");
      if (!known.contains(name.text())) {
        name.invalid(name.text(), "must match the name of an entry in `spec.resourceClaims`");
      }
      if (!seen.add(name.text())) {
        name.duplicate(name.text());
      }
      claim
          .child("resourceClaimName")
          .ifPresent(n -> Names.dnsSubdomain(n.text()).forEach(n::invalidTyped));
    }
  }

  private static void checkHostAddresses(FieldValidator status, TreeNode was) {
    FieldValidator addresses = status.child("hostIPs");
    if (addresses.size() == 0) {
      return;
    }
    FieldValidator first = addresses.items().getFirst().child("ip");
    if (!first.text().equals(status.child("hostIP").text())) {
      first.invalid(first.text(), "must be equal to `hostIP`");
    }
    checkAddresses(addresses, was, "core/v1.HostIP");
  }

  /// At most one address of each family.
  private static void checkAddresses(FieldValidator addresses, TreeNode was, String type) {
    String path = addresses.path().toString();
    List<String> before =
        was.items(path.substring(path.lastIndexOf('.') + 1)).stream()
            .map(address -> address.text("ip"))
            .toList();
    List<@Nullable Object> shown = new ArrayList<>();
    Set<Boolean> families = new HashSet<>();
    for (FieldValidator address : addresses.items()) {
      FieldValidator ip = address.child("ip");
      IpFields.checkLegacyIp(ip.as(address.path()), before);
      shown.add(InternalForm.of(type, address.node()));
      families.add(ip.text().contains(":"));
    }
    if (addresses.size() > 1 && (families.size() < 2 || addresses.size() > 2)) {
      addresses.invalid(shown, "may specify no more than one IP for each IP family");
    }
  }

  private static void checkUser(FieldValidator user, boolean isWindows) {
    FieldValidator linux = user.child("linux");
    if (!linux.isPresent()) {
      return;
    }
    if (isWindows) {
      linux.forbidden("cannot be set for a windows pod");
      return;
    }
    SecurityContextValidation.checkId(linux.child("uid"));
    SecurityContextValidation.checkId(linux.child("gid"));
    linux.child("supplementalGroups").each(SecurityContextValidation::checkId);
  }
}
