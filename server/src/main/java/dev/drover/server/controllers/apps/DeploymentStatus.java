package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Counts;
import dev.drover.server.controllers.core.Item;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// Computes the status of a deployment: counters, and the progress of its rollout.
///
/// | condition | says |
/// |---|---|
/// | `Available` | as many pods are available as the rollout may not go below |
/// | `Progressing` | `True` while pods come up, and when all are there; `False` after the deadline |
/// | `ReplicaFailure` | a replica set cannot create pods |
final class DeploymentStatus {
  private static final String PROGRESSING = "Progressing";
  private static final String FAILURE = "ReplicaFailure";
  private static final String COMPLETE = "NewReplicaSetAvailable";
  private static final String TIMED_OUT = "ProgressDeadlineExceeded";

  private final ClusterPass cluster;
  private final Item deployment;
  private final TreeNode before;
  private final TreeNode status;
  private boolean hasCreation;

  DeploymentStatus(ClusterPass cluster, Item deployment) {
    this.cluster = cluster;
    this.deployment = deployment;
    this.before = deployment.status();
    this.status = TreeNode.copyOf(before.map());
  }

  TreeNode tree() {
    return status;
  }

  private boolean hasDeadline() {
    long seconds = deployment.spec().number("progressDeadlineSeconds", Integer.MAX_VALUE);
    return seconds != Integer.MAX_VALUE;
  }

  /// Whether all pods, as the last status counted them, are of the present template and available.
  boolean wasComplete(RolloutSize size) {
    return isComplete(before, size);
  }

  private boolean isComplete(TreeNode counted, RolloutSize size) {
    return counted.number("updatedReplicas", 0) == size.replicas()
        && counted.number("replicas", 0) == size.replicas()
        && counted.number("availableReplicas", 0) == size.replicas()
        && counted.number("observedGeneration", 0) >= deployment.generation();
  }

  /// Notes that the deployment was paused or resumed: the deadline does not run while it is paused.
  void notePause() {
    String reason = Conditions.reason(status, PROGRESSING);
    boolean isPaused = deployment.spec().isTrue("paused");
    if (!hasDeadline() || reason.equals(TIMED_OUT)) {
      return;
    }
    if (isPaused && !reason.equals("DeploymentPaused")) {
      progressing("Unknown", "DeploymentPaused", "Deployment is paused");
    } else if (!isPaused && reason.equals("DeploymentPaused")) {
      progressing("Unknown", "DeploymentResumed", "Deployment is resumed");
    }
  }

  /// Notes which replica set has the present template, unless something is known of it already.
  void noteFound(Item set) {
    if (hasDeadline() && Conditions.find(status, PROGRESSING).isEmpty()) {
      progressing(
          "True", "FoundNewReplicaSet", "Found new replica set \"%s\"".formatted(set.name()));
    }
  }

  /// Whether a replica set was created in this pass. As in Kubernetes, its pods are counted from
  /// the next pass on, so that the rollout progresses when the first of them is ready.
  boolean hasCreation() {
    return hasCreation;
  }

  void noteCreation(DeploymentRevisions.Created created) {
    hasCreation = true;
    if (created.isCollision()) {
      status.set("collisionCount", status.number("collisionCount", 0) + 1);
    } else if (hasDeadline() && created.set().isPresent()) {
      progressing(
          "True",
          "NewReplicaSetCreated",
          "Created new replica set \"%s\"".formatted(created.set().get().name()));
    } else if (hasDeadline()) {
      progressing("False", "ReplicaSetCreateError", created.failure());
    }
  }

  private void progressing(String value, String reason, String message) {
    put(Conditions.of(PROGRESSING, value, reason, message, cluster.time()));
  }

  private void put(TreeNode condition) {
    condition.set("lastUpdateTime", cluster.time());
    Conditions.append(status, condition);
  }

  /// Counts pods.
  void count(DeploymentRevisions sets, RolloutSize size) {
    List<ReplicaSetSize> all = sets.all();
    long available = sum(all, ReplicaSetSize::available);
    status.set("observedGeneration", deployment.generation());
    Counts.set(status, "replicas", sum(all, ReplicaSetSize::actual));
    Counts.set(status, "updatedReplicas", sets.current().map(ReplicaSetSize::actual).orElse(0L));
    Counts.set(status, "readyReplicas", sum(all, ReplicaSetSize::ready));
    Counts.set(status, "availableReplicas", available);
    Counts.set(
        status, "unavailableReplicas", Math.max(0, sum(all, ReplicaSetSize::replicas) - available));
    status.set(
        "terminatingReplicas",
        sum(all, set -> set.item().status().number("terminatingReplicas", 0)));
    boolean isAvailable = available >= size.fewestAvailable();
    put(
        Conditions.of(
            "Available",
            isAvailable ? "True" : "False",
            isAvailable ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
            isAvailable
                ? "Deployment has minimum availability."
                : "Deployment does not have minimum availability.",
            cluster.time()));
  }

  private static long sum(List<ReplicaSetSize> sets, ToLongFunction<ReplicaSetSize> counter) {
    return sets.stream().mapToLong(counter).sum();
  }

  /// Judges the rollout, after counting.
  void judge(DeploymentRevisions sets, RolloutSize size) {
    if (!hasDeadline()) {
      Conditions.remove(status, PROGRESSING);
    }
    Optional<TreeNode> current = Conditions.find(before, PROGRESSING);
    boolean isDone =
        status.number("replicas", 0) == status.number("updatedReplicas", 0)
            && current.filter(c -> c.text("reason").equals(COMPLETE)).isPresent();
    if (hasDeadline() && !isDone) {
      judgeProgress(sets, size, current);
    }
    moveFailure(sets);
  }

  private void judgeProgress(
      DeploymentRevisions sets, RolloutSize size, Optional<TreeNode> current) {
    String what =
        sets.current()
            .map(set -> "ReplicaSet \"%s\"".formatted(set.item().name()))
            .orElse("Deployment \"%s\"".formatted(deployment.name()));
    if (isComplete(status, size)) {
      progressing("True", COMPLETE, what + " has successfully progressed.");
    } else if (isProgressing()) {
      TreeNode condition =
          Conditions.of(
              PROGRESSING, "True", "ReplicaSetUpdated", what + " is progressing.", cluster.time());
      current
          .filter(c -> c.text("status").equals("True"))
          .ifPresent(c -> condition.set("lastTransitionTime", c.get("lastTransitionTime")));
      Conditions.remove(status, PROGRESSING); // the time of the update changes in any case
      put(condition);
    } else if (isTimedOut()) {
      progressing(
          "False",
          TIMED_OUT,
          "Deployment \"%s\" has timed out progressing.".formatted(deployment.name()));
    }
  }

  private boolean isProgressing() {
    return status.number("updatedReplicas", 0) > before.number("updatedReplicas", 0)
        || oldReplicas(status) < oldReplicas(before)
        || status.number("readyReplicas", 0) > before.number("readyReplicas", 0)
        || status.number("availableReplicas", 0) > before.number("availableReplicas", 0);
  }

  private static long oldReplicas(TreeNode counted) {
    return counted.number("replicas", 0) - counted.number("updatedReplicas", 0);
  }

  private boolean isTimedOut() {
    Optional<TreeNode> condition = Conditions.find(status, PROGRESSING);
    String reason = condition.map(c -> c.text("reason")).orElse(COMPLETE);
    if (reason.equals(COMPLETE)) {
      return false;
    }
    Instant end =
        Instant.parse(condition.orElseThrow().text("lastUpdateTime"))
            .plusSeconds(deployment.spec().number("progressDeadlineSeconds", 0));
    boolean isLate = reason.equals(TIMED_OUT) || end.isBefore(cluster.now());
    if (!isLate) {
      cluster.wakeAt(end.plusSeconds(1));
    }
    return isLate;
  }

  private void moveFailure(DeploymentRevisions sets) {
    Optional<TreeNode> failure =
        sets.all().reversed().stream()
            .flatMap(set -> Conditions.find(set.item().status(), FAILURE).stream())
            .findFirst();
    if (failure.isPresent()) {
      TreeNode condition = TreeNode.copyOf(failure.get().map());
      condition.set("lastUpdateTime", condition.get("lastTransitionTime"));
      Conditions.append(status, condition);
    } else {
      Conditions.remove(status, FAILURE);
    }
  }
}
