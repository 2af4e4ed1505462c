package dev.drover.recipes.condition;

import dev.drover.api.GroupKind;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The status rules of kstatus for kinds that run pods.
final class Workloads {
  /// So long a pod may be unschedulable before it counts as failed: nodes may be on their way.
  private static final Duration SCHEDULING = Duration.ofSeconds(15);

  static final Map<GroupKind, StatusRule> RULES = rules();

  private Workloads() {}

  private static Map<GroupKind, StatusRule> rules() {
    Map<GroupKind, StatusRule> rules = new HashMap<>();
    rules.put(new GroupKind("apps", "Deployment"), Workloads::deployment);
    rules.put(new GroupKind("apps", "ReplicaSet"), Workloads::replicaSet);
    rules.put(new GroupKind("apps", "StatefulSet"), Workloads::statefulSet);
    rules.put(new GroupKind("apps", "DaemonSet"), Workloads::daemonSet);
    rules.put(new GroupKind("batch", "Job"), Workloads::job);
    rules.put(new GroupKind("", "Pod"), Workloads::pod);
    return Map.copyOf(rules);
  }

  private static Optional<Summary> fewer(String what, long have, long want) {
    return have < want
        ? Optional.of(Summary.progressing("%s: %d of %d".formatted(what, have, want)))
        : Optional.empty();
  }

  private static Summary deployment(StatusView view) {
    if (view.hasReason("Progressing", "ProgressDeadlineExceeded")) {
      return Summary.failed(view.text("Progressing"));
    }
    long wanted = view.numberOr(1, "spec", "replicas");
    long there = view.numberOr(0, "status", "replicas");
    long updated = view.numberOr(0, "status", "updatedReplicas");
    long available = view.numberOr(0, "status", "availableReplicas");
    return fewer("replicas", there, wanted)
        .or(() -> fewer("updated replicas", updated, wanted))
        .or(() -> fewer("replicas that may remain", wanted, there))
        .or(() -> fewer("available replicas", available, updated))
        .or(() -> fewer("ready replicas", view.numberOr(0, "status", "readyReplicas"), wanted))
        .or(() -> unfinished(view))
        .or(() -> untrue(view, "Available"))
        .orElseGet(() -> Summary.ready("%d replicas are available".formatted(available)));
  }

  /// A Deployment with a deadline, which the server sets by default, says when its roll-out is
  /// over.
  private static Optional<Summary> unfinished(StatusView view) {
    boolean hasDeadline =
        view.numberOr(Integer.MAX_VALUE, "spec", "progressDeadlineSeconds") != Integer.MAX_VALUE;
    boolean isOver =
        view.isTrue("Progressing") && view.hasReason("Progressing", "NewReplicaSetAvailable");
    return hasDeadline && !isOver ? untold(view, "Progressing") : Optional.empty();
  }

  private static Optional<Summary> untrue(StatusView view, String type) {
    return view.isTrue(type) ? Optional.empty() : untold(view, type);
  }

  private static Optional<Summary> untold(StatusView view, String type) {
    return Optional.of(
        Summary.progressing(
            view.condition(type).isPresent()
                ? view.text(type)
                : "the controller has not set the condition %s yet".formatted(type)));
  }

  private static Summary replicaSet(StatusView view) {
    if (view.isTrue("ReplicaFailure")) {
      return Summary.progressing(view.text("ReplicaFailure"));
    }
    long wanted = view.numberOr(1, "spec", "replicas");
    long there = view.numberOr(0, "status", "replicas");
    return fewer("labelled replicas", view.numberOr(0, "status", "fullyLabeledReplicas"), wanted)
        .or(() -> fewer("available", view.numberOr(0, "status", "availableReplicas"), wanted))
        .or(() -> fewer("ready replicas", view.numberOr(0, "status", "readyReplicas"), wanted))
        .or(() -> fewer("replicas that may remain", wanted, there))
        .orElseGet(() -> Summary.ready("%d replicas are available".formatted(wanted)));
  }

  private static Summary statefulSet(StatusView view) {
    if (view.textOr("", "spec", "updateStrategy", "type").equals("OnDelete")) {
      return Summary.ready("pods are updated when they are deleted");
    }
    long wanted = view.numberOr(1, "spec", "replicas");
    long there = view.numberOr(0, "status", "replicas");
    Optional<Long> partition = view.number("spec", "updateStrategy", "rollingUpdate", "partition");
    return fewer("replicas", there, wanted)
        .or(() -> fewer("ready replicas", view.numberOr(0, "status", "readyReplicas"), wanted))
        .or(() -> fewer("replicas that may remain", wanted, there))
        .or(
            () ->
                partition.isPresent()
                    ? fewer(
                        "updated replicas",
                        view.numberOr(0, "status", "updatedReplicas"),
                        wanted - partition.get())
                    : revision(view, wanted))
        .orElseGet(() -> Summary.ready("%d replicas are ready".formatted(wanted)));
  }

  private static Optional<Summary> revision(StatusView view, long wanted) {
    Optional<Summary> few =
        fewer("current replicas", view.numberOr(0, "status", "currentReplicas"), wanted);
    String current = view.textOr("", "status", "currentRevision");
    String update = view.textOr("", "status", "updateRevision");
    return few.isPresent() || current.equals(update)
        ? few
        : Optional.of(Summary.progressing("pods are updated to revision " + update));
  }

  private static Summary daemonSet(StatusView view) {
    Optional<Long> desired = view.number("status", "desiredNumberScheduled");
    if (view.generation() == 0
        || view.number("status", "observedGeneration").isEmpty()
        || desired.isEmpty()) {
      return Summary.progressing("the controller has not seen it yet");
    }
    long wanted = desired.get();
    return fewer("scheduled", view.numberOr(0, "status", "currentNumberScheduled"), wanted)
        .or(() -> fewer("updated", view.numberOr(0, "status", "updatedNumberScheduled"), wanted))
        .or(() -> fewer("available", view.numberOr(0, "status", "numberAvailable"), wanted))
        .or(() -> fewer("ready", view.numberOr(0, "status", "numberReady"), wanted))
        .orElseGet(() -> Summary.ready("%d nodes have their pod".formatted(wanted)));
  }

  /// As in kstatus, a job that has started is what was asked for.
  private static Summary job(StatusView view) {
    Optional<String> end = view.firstTrue("Complete", "Failed");
    if (end.isPresent()) {
      return end.get().equals("Failed")
          ? Summary.failed(view.text("Failed"))
          : Summary.ready("the job is complete");
    }
    return view.textOr("", "status", "startTime").isEmpty()
        ? Summary.progressing("the job has not started")
        : Summary.ready("the job has started");
  }

  /// A pod that failed is a failure here; for kstatus it is what was asked for, as any that ended.
  private static Summary pod(StatusView view) {
    return switch (view.textOr("", "status", "phase")) {
      case "Succeeded" -> Summary.ready("the pod is complete");
      case "Failed" -> Summary.failed(view.textOr("the pod failed", "status", "message"));
      case "Running" -> runningPod(view);
      default -> pendingPod(view);
    };
  }

  private static Summary runningPod(StatusView view) {
    if (view.isTrue("Ready")) {
      return Summary.ready("");
    }
    for (Object item : view.list("status", "containerStatuses")) {
      if (item instanceof Map<?, ?> status
          && status.get("state") instanceof Map<?, ?> state
          && state.get("waiting") instanceof Map<?, ?> waiting
          && "CrashLoopBackOff".equals(waiting.get("reason"))) {
        return Summary.failed("container " + status.get("name") + " crashes again and again");
      }
    }
    return Summary.progressing("the pod runs but is not ready");
  }

  private static Summary pendingPod(StatusView view) {
    boolean isPending = view.textOr("", "status", "phase").equals("Pending");
    if (isPending
        && view.is("PodScheduled", "False")
        && view.hasReason("PodScheduled", "Unschedulable")) {
      return isOlder(view)
          ? Summary.failed(view.text("PodScheduled"))
          : Summary.progressing(view.text("PodScheduled"));
    }
    return Summary.progressing("the pod is pending");
  }

  /// Whether it was created so long ago that nodes for it would be there.
  private static boolean isOlder(StatusView view) {
    Instant created = view.object().metadata().creationTimestamp();
    return created == null || !created.plus(SCHEDULING).isAfter(view.clock().instant());
  }
}
