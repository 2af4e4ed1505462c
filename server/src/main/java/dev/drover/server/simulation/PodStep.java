package dev.drover.server.simulation;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Item;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The next status of a pod that has a node: containers, phase, conditions, addresses.
final class PodStep {
  private final ClusterPass cluster;
  private final Item pod;
  private final ContainerStep step;
  private final TreeNode status;
  private final Instant created;

  PodStep(ClusterPass cluster, Item pod) {
    this.cluster = cluster;
    this.pod = pod;
    this.step = new ContainerStep(cluster, pod);
    this.status = TreeNode.copyOf(pod.status().map());
    status.setDefault("startTime", cluster.time());
    this.created = Instant.parse(status.text("startTime"));
  }

  /// The status after everything that is due by now.
  ///
  /// @param address of the pod
  TreeNode next(Item node, String address) {
    String host = SimulatedNodes.address(node);
    status.set("hostIP", host).set("hostIPs", List.of(Map.of("ip", host)));
    status.set("podIP", address).set("podIPs", List.of(Map.of("ip", address)));
    status.set("observedGeneration", pod.generation());
    boolean isInitialized = startInitContainers();
    if (isInitialized) {
      statuses(pod.spec().items("containers"), "containerStatuses", false);
    } else {
      await(pod.spec().items("containers"));
    }
    if (isPastDeadline()) {
      end("DeadlineExceeded", "Pod was active on the node longer than the specified deadline", 137);
    } else {
      status.set("phase", phase(isInitialized));
    }
    setConditions(isInitialized);
    return status;
  }

  /// The status of a pod whose containers were stopped.
  TreeNode stopped() {
    end("", "", 143);
    setConditions(true);
    return status;
  }

  private void end(String reason, String message, long code) {
    for (String field : List.of("initContainerStatuses", "containerStatuses")) {
      List<@Nullable Object> ended = new ArrayList<>();
      for (TreeNode container : status.items(field)) {
        TreeNode copy = TreeNode.copyOf(container.map());
        if (!ContainerStep.isTerminated(copy)) {
          String since = copy.at("state").at("running").text("startedAt");
          Instant started = since.isEmpty() ? cluster.now() : Instant.parse(since);
          step.terminate(copy, copy.text("name"), code, started);
        }
        ended.add(copy.map());
      }
      if (!ended.isEmpty()) {
        status.set(field, ended);
      }
    }
    boolean isWell =
        status.items("containerStatuses").stream().allMatch(ContainerStep::isCompleted)
            && reason.isEmpty();
    status.set("phase", isWell ? "Succeeded" : "Failed");
    if (!reason.isEmpty()) {
      status.set("reason", reason).set("message", message);
    }
  }

  private boolean isPastDeadline() {
    long seconds = pod.spec().number("activeDeadlineSeconds", 0);
    Instant end = created.plusSeconds(seconds);
    if (seconds > 0 && end.isAfter(cluster.now())) {
      cluster.wakeAt(end);
    }
    return seconds > 0 && !end.isAfter(cluster.now());
  }

  /// Runs init containers in their order: each when the one before has completed, or runs if it is
  /// a sidecar.
  ///
  /// @return whether all are through
  private boolean startInitContainers() {
    List<TreeNode> containers = pod.spec().items("initContainers");
    List<@Nullable Object> all = new ArrayList<>();
    boolean mayStart = true;
    for (TreeNode container : containers) {
      Optional<TreeNode> before = find("initContainerStatuses", container.text("name"));
      TreeNode next =
          mayStart
              ? step.next(container, before, created, true)
              : step.waiting(container, before, "PodInitializing");
      boolean isSidecar = container.text("restartPolicy").equals("Always");
      if (ContainerStep.isCompleted(next)) {
        next.set("ready", true);
      }
      mayStart &= isSidecar ? ContainerStep.isRunning(next) : ContainerStep.isCompleted(next);
      all.add(next.map());
    }
    if (!all.isEmpty()) {
      status.set("initContainerStatuses", all);
    }
    return mayStart;
  }

  private void statuses(List<TreeNode> containers, String field, boolean isInit) {
    List<@Nullable Object> all = new ArrayList<>();
    for (TreeNode container : containers) {
      all.add(step.next(container, find(field, container.text("name")), created, isInit).map());
    }
    status.set(field, all);
  }

  private void await(List<TreeNode> containers) {
    List<@Nullable Object> all = new ArrayList<>();
    for (TreeNode container : containers) {
      Optional<TreeNode> before = find("containerStatuses", container.text("name"));
      all.add(step.waiting(container, before, "PodInitializing").map());
    }
    status.set("containerStatuses", all);
  }

  private Optional<TreeNode> find(String field, String name) {
    return status.items(field).stream().filter(s -> s.text("name").equals(name)).findFirst();
  }

  private String phase(boolean isInitialized) {
    String policy = pod.spec().text("restartPolicy");
    List<TreeNode> containers = status.items("containerStatuses");
    boolean hasFailedInit =
        !isInitialized
            && policy.equals("Never")
            && status.items("initContainerStatuses").stream()
                .anyMatch(s -> ContainerStep.isTerminated(s) && !ContainerStep.isCompleted(s));
    if (hasFailedInit) {
      return "Failed";
    }
    if (!isInitialized) {
      return "Pending";
    }
    if (containers.stream().allMatch(ContainerStep::isTerminated)) {
      return containers.stream().allMatch(ContainerStep::isCompleted) ? "Succeeded" : "Failed";
    }
    boolean isCreating =
        containers.stream()
            .anyMatch(s -> s.at("state").has("waiting") && !s.at("lastState").has("terminated"));
    return isCreating ? "Pending" : "Running";
  }

  private void setConditions(boolean isInitialized) {
    String phase = status.text("phase");
    boolean isDone = phase.equals("Succeeded");
    List<String> unready = new ArrayList<>();
    status.items("containerStatuses").stream()
        .filter(s -> !s.isTrue("ready"))
        .forEach(s -> unready.add(s.text("name")));
    status.items("initContainerStatuses").stream()
        .filter(s -> !s.isTrue("ready") && ContainerStep.isRunning(s))
        .forEach(s -> unready.add(s.text("name")));
    condition("PodReadyToStartContainers", !isDone && !phase.equals("Failed"), "", "");
    condition(
        "Initialized",
        isInitialized,
        isInitialized ? "" : "ContainersNotInitialized",
        isInitialized ? "" : "containers with incomplete status: " + incomplete());
    String reason =
        isDone ? "PodCompleted" : phase.equals("Failed") ? "PodFailed" : "ContainersNotReady";
    String message =
        reason.equals("ContainersNotReady")
            ? "containers with unready status: " + list(unready)
            : "";
    boolean areReady = unready.isEmpty();
    List<String> gates = closedGates();
    boolean isReady = areReady && gates.isEmpty();
    if (areReady && !isReady) {
      condition(
          "Ready",
          false,
          "ReadinessGatesNotReady",
          "the status of pod readiness gate \"%s\" is not \"True\"".formatted(gates.getFirst()));
    } else {
      condition("Ready", isReady, isReady ? "" : reason, isReady ? "" : message);
    }
    condition("ContainersReady", areReady, areReady ? "" : reason, areReady ? "" : message);
    condition("PodScheduled", true, "", "");
  }

  private String incomplete() {
    return list(
        status.items("initContainerStatuses").stream()
            .filter(s -> !s.isTrue("ready"))
            .map(s -> s.text("name"))
            .toList());
  }

  private static String list(List<String> names) {
    return "[" + String.join(" ", names) + "]";
  }

  private List<String> closedGates() {
    return pod.spec().items("readinessGates").stream()
        .map(gate -> gate.text("conditionType"))
        .filter(type -> !Conditions.isTrue(status, type))
        .toList();
  }

  private void condition(String type, boolean holds, String reason, String message) {
    TreeNode condition =
        Conditions.of(type, holds ? "True" : "False", reason, message, cluster.time());
    condition.set("lastProbeTime", null);
    if (!type.equals("PodReadyToStartContainers")) {
      condition.set("observedGeneration", pod.generation());
    }
    Conditions.set(status, condition);
  }
}
