package dev.drover.client.ops;

import dev.drover.api.DynamicObject;
import dev.drover.api.KubernetesObject;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// How far a rollout has come, by the rules of `kubectl rollout status`.
///
/// ```java
/// RolloutStatus status = RolloutStatus.of(deployment);
/// if (status.failed()) { throw new IllegalStateException(status.message()); }
/// ```
public final class RolloutStatus {
  private final boolean done;
  private final boolean failed;
  private final String message;

  private RolloutStatus(boolean done, boolean failed, String message) {
    this.done = done;
    this.failed = failed;
    this.message = message;
  }

  /// Whether everything runs the current template and is available.
  public boolean done() {
    return done;
  }

  /// Whether the deadline of the rollout has passed.
  public boolean failed() {
    return failed;
  }

  /// What it waits for, in words.
  public String message() {
    return message;
  }

  @Override
  public String toString() {
    return "RolloutStatus[done=%s, failed=%s, message=%s]".formatted(done, failed, message);
  }

  /// The status of a Deployment, StatefulSet or DaemonSet.
  ///
  /// @throws IllegalArgumentException for another kind
  public static RolloutStatus of(KubernetesObject object) {
    DynamicObject dynamic = DynamicObject.of(object);
    if (!Wanted.isObserved(dynamic) || dynamic.get("status", "observedGeneration").isEmpty()) {
      return waiting("the controller has not seen the latest change");
    }
    return switch (dynamic.gvk().kind()) {
      case "Deployment" -> deployment(dynamic);
      case "StatefulSet" -> statefulSet(dynamic);
      case "DaemonSet" -> daemonSet(dynamic);
      default ->
          throw new IllegalArgumentException(
              dynamic.gvk().kind()
                  + " has no rollouts; Deployment, StatefulSet and DaemonSet have");
    };
  }

  private static RolloutStatus deployment(DynamicObject object) {
    Optional<Map<?, ?>> progressing = Wanted.conditionOf(object, "Progressing");
    if (progressing
        .filter(c -> "ProgressDeadlineExceeded".equals(Objects.toString(c.get("reason"), "")))
        .isPresent()) {
      return new RolloutStatus(false, true, "the rollout exceeded its progress deadline");
    }
    long wanted = object.integer("spec", "replicas").orElse(1L);
    long updated = status(object, "updatedReplicas");
    long all = status(object, "replicas");
    long available = status(object, "availableReplicas");
    if (updated < wanted) {
      return waiting(updated + " of " + wanted + " replicas have been updated");
    }
    if (all > updated) {
      return waiting((all - updated) + " old replicas are not gone yet");
    }
    if (available < updated) {
      return waiting(available + " of " + updated + " updated replicas are available");
    }
    return DONE;
  }

  private static RolloutStatus statefulSet(DynamicObject object) {
    if (!object.text("spec", "updateStrategy", "type").orElse("").equals("RollingUpdate")) {
      throw new IllegalArgumentException(
          "rollouts can be followed only with the update strategy RollingUpdate: " + object.key());
    }
    long wanted = object.integer("spec", "replicas").orElse(1L);
    long ready = status(object, "readyReplicas");
    if (ready < wanted) {
      return waiting((wanted - ready) + " of " + wanted + " pods are not ready");
    }
    long partition =
        object.integer("spec", "updateStrategy", "rollingUpdate", "partition").orElse(0L);
    long updated = status(object, "updatedReplicas");
    if (partition > 0) {
      return updated < wanted - partition
          ? waiting(updated + " of " + (wanted - partition) + " pods have been updated")
          : DONE;
    }
    boolean isCurrent =
        object.text("status", "updateRevision").equals(object.text("status", "currentRevision"));
    return isCurrent ? DONE : waiting(updated + " pods have been updated to the latest revision");
  }

  private static RolloutStatus daemonSet(DynamicObject object) {
    if (!object.text("spec", "updateStrategy", "type").orElse("").equals("RollingUpdate")) {
      throw new IllegalArgumentException(
          "rollouts can be followed only with the update strategy RollingUpdate: " + object.key());
    }
    long wanted = status(object, "desiredNumberScheduled");
    long updated = status(object, "updatedNumberScheduled");
    long available = status(object, "numberAvailable");
    if (updated < wanted) {
      return waiting(updated + " of " + wanted + " pods have been updated");
    }
    return available < wanted
        ? waiting(available + " of " + wanted + " updated pods are available")
        : DONE;
  }

  private static final RolloutStatus DONE = new RolloutStatus(true, false, "rolled out");

  private static long status(DynamicObject object, String field) {
    return object.integer("status", field).orElse(0L);
  }

  private static RolloutStatus waiting(String message) {
    return new RolloutStatus(false, false, message);
  }
}
