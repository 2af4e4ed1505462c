package dev.drover.server.controllers.policy;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Counts;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import dev.drover.server.validation.LabelSelectorValidation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Maintains the status of disruption budgets: how many of their pods may be evicted now.
///
/// In Go: `DisruptionController`.
public final class DisruptionController implements Controller {
  private static final String STORAGE = "policy/poddisruptionbudgets";
  private static final Duration DELETION_LIMIT = Duration.ofMinutes(2);

  /// Where the owners of pods are stored, by their kind.
  private static final Map<String, String> OWNERS =
      Map.of(
          "Deployment", "apps/deployments",
          "ReplicaSet", "apps/replicasets",
          "StatefulSet", "apps/statefulsets",
          "ReplicationController", "/replicationcontrollers");

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(
        cluster.of(STORAGE),
        budget -> {
          if (!budget.isBeingDeleted()) {
            sync(cluster, budget);
          }
        });
  }

  private static void sync(ClusterPass cluster, Item budget) {
    List<Item> pods = pods(cluster, budget);
    TreeNode status = status(cluster, budget, pods);
    boolean isNew = !status.map().equals(budget.status().map());
    if (cluster.updateStatus(budget, status) && isNew && pods.isEmpty()) {
      cluster.event(budget, "Normal", "NoPods", "No matching pods found");
    }
  }

  private static List<Item> pods(ClusterPass cluster, Item budget) {
    if (!budget.spec().has("selector")) {
      return List.of();
    }
    var selector = LabelSelectorValidation.of(budget.spec().at("selector"));
    return cluster.of(Pods.STORAGE, budget.namespace()).stream()
        .filter(pod -> selector.matches(pod.labels()) && !Pods.isFinished(pod))
        .toList();
  }

  private static TreeNode status(ClusterPass cluster, Item budget, List<Item> pods) {
    Map<String, String> disrupted = disrupted(cluster, budget, pods);
    boolean countsPods = budget.spec().get("minAvailable") instanceof Number;
    long expected = countsPods ? pods.size() : expectedScale(cluster, pods);
    long desired =
        budget.spec().has("maxUnavailable")
            ? Math.max(
                0, expected - Counts.scaled(budget.spec(), "maxUnavailable", expected, true, 0))
            : Counts.scaled(budget.spec(), "minAvailable", expected, true, 0);
    long healthy =
        pods.stream()
            .filter(pod -> !pod.isBeingDeleted() && !disrupted.containsKey(pod.name()))
            .filter(Pods::isReady)
            .count();
    long allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
    TreeNode status = TreeNode.copyOf(budget.status().map());
    status
        .set("currentHealthy", healthy)
        .set("desiredHealthy", desired)
        .set("expectedPods", expected)
        .set("disruptionsAllowed", allowed)
        .set("observedGeneration", budget.generation());
    if (disrupted.isEmpty()) {
      status.remove("disruptedPods");
    } else {
      status.set("disruptedPods", disrupted);
    }
    TreeNode condition =
        Conditions.of(
            "DisruptionAllowed",
            allowed > 0 ? "True" : "False",
            allowed > 0 ? "SufficientPods" : "InsufficientPods",
            "",
            cluster.time());
    Conditions.set(
        status, condition.set("message", "").set("observedGeneration", budget.generation()));
    return status;
  }

  /// Pods whose eviction was admitted, and that are not being deleted yet; forgotten after a while.
  private static Map<String, String> disrupted(ClusterPass cluster, Item budget, List<Item> pods) {
    Map<String, String> known = budget.status().textMap("disruptedPods");
    Map<String, String> left = new TreeMap<>();
    for (Item pod : pods) {
      String time = known.get(pod.name());
      if (time != null && !pod.isBeingDeleted()) {
        Instant end = Instant.parse(time).plus(DELETION_LIMIT);
        if (!end.isBefore(cluster.now())) {
          left.put(pod.name(), time);
          cluster.wakeAt(end.plusSeconds(1));
        }
      }
    }
    return left;
  }

  /// How many pods the owners of the pods want.
  private static long expectedScale(ClusterPass cluster, List<Item> pods) {
    Map<String, Long> byOwner = new HashMap<>();
    for (Item pod : pods) {
      Optional<Item> owner = owner(cluster, pod);
      Optional<Item> top = owner.flatMap(item -> owner(cluster, item)).or(() -> owner);
      top.ifPresent(item -> byOwner.put(item.uid(), item.spec().number("replicas", 1)));
    }
    return byOwner.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Optional<Item> owner(ClusterPass cluster, Item item) {
    return item.controllerReference()
        .flatMap(
            reference -> {
              String storage = OWNERS.get(reference.text("kind"));
              return storage == null
                  ? Optional.empty()
                  : cluster
                      .find(storage, item.namespace(), reference.text("name"))
                      .filter(owner -> owner.uid().equals(reference.text("uid")));
            });
  }
}
