package dev.drover.server.controllers.core;

import dev.drover.schema.TreeNode;
import java.time.Instant;
import java.util.Optional;

/// Facts about pods that controllers need.
///
/// In Go: the package `podutil`.
public final class Pods {
  /// The name under which pods are stored.
  public static final String STORAGE = "/pods";

  private Pods() {}

  public static String phase(Item pod) {
    return pod.status().text("phase");
  }

  /// Whether all containers have ended for good.
  public static boolean isFinished(Item pod) {
    return phase(pod).equals("Succeeded") || phase(pod).equals("Failed");
  }

  /// Whether the pod is neither finished nor being deleted.
  public static boolean isActive(Item pod) {
    return !isFinished(pod) && !pod.isBeingDeleted();
  }

  /// Whether the pod is being deleted and has not ended yet.
  public static boolean isTerminating(Item pod) {
    return !isFinished(pod) && pod.isBeingDeleted();
  }

  public static boolean isReady(Item pod) {
    return Conditions.isTrue(pod.status(), "Ready");
  }

  /// Since when the pod is ready, if it is.
  public static Optional<Instant> readySince(Item pod) {
    return Conditions.find(pod.status(), "Ready")
        .filter(condition -> condition.text("status").equals("True"))
        .map(condition -> condition.text("lastTransitionTime"))
        .filter(time -> !time.isEmpty())
        .map(Instant::parse);
  }

  /// Whether the pod has been ready for a time. If it is going to be, there is another pass then.
  public static boolean isAvailable(Item pod, long minReadySeconds, ClusterPass cluster) {
    if (!isReady(pod)) {
      return false;
    }
    if (minReadySeconds == 0) {
      return true;
    }
    Optional<Instant> available = readySince(pod).map(since -> since.plusSeconds(minReadySeconds));
    available.filter(time -> time.isAfter(cluster.now())).ifPresent(cluster::wakeAt);
    return available.filter(time -> !time.isAfter(cluster.now())).isPresent();
  }

  /// The largest number of restarts of a container.
  public static long restarts(Item pod) {
    return pod.status().items("containerStatuses").stream()
        .mapToLong(status -> status.number("restartCount", 0))
        .max()
        .orElse(0);
  }

  public static String nodeName(Item pod) {
    return pod.spec().text("nodeName");
  }

  /// Whether the labels of the pod include those of a template.
  public static boolean hasLabelsOf(TreeNode template, Item pod) {
    return pod.labels()
        .entrySet()
        .containsAll(template.at("metadata").textMap("labels").entrySet());
  }
}
