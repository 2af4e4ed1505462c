package dev.drover.server.controllers.apps;

import dev.drover.api.Selector;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Counts;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Ownership;
import dev.drover.server.controllers.core.PodTemplates;
import dev.drover.server.controllers.core.Pods;
import dev.drover.server.validation.LabelSelectorValidation;
import java.util.List;
import java.util.function.Predicate;

/// Keeps as many pods as replica sets want; also for replication controllers, which differ in their
/// selector only.
public final class ReplicaSetController implements Controller {
  static final String STORAGE = "apps/replicasets";
  private static final String CONTROLLERS = "/replicationcontrollers";
  private static final String FAILURE = "ReplicaFailure";
  private static final int BURST = 500; // pods that are created or deleted in one pass

  private final String storage;

  private ReplicaSetController(String storage) {
    this.storage = storage;
  }

  public static ReplicaSetController ofReplicaSets() {
    return new ReplicaSetController(STORAGE);
  }

  public static ReplicaSetController ofReplicationControllers() {
    return new ReplicaSetController(CONTROLLERS);
  }

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(cluster.of(storage), set -> sync(cluster, set));
  }

  private void sync(ClusterPass cluster, Item set) {
    List<Item> pods = Ownership.claim(cluster, set, Pods.STORAGE, selector(set));
    List<Item> active = pods.stream().filter(Pods::isActive).toList();
    String failure = set.isBeingDeleted() ? "" : manage(cluster, set, active);
    long terminating = pods.stream().filter(Pods::isTerminating).count();
    cluster.updateStatus(set, status(cluster, set, active, terminating, failure));
  }

  private Selector selector(Item set) {
    return storage.equals(CONTROLLERS)
        ? Selector.of(set.spec().textMap("selector"), List.of())
        : LabelSelectorValidation.of(set.spec().at("selector"));
  }

  private static long wanted(Item set) {
    return set.spec().number("replicas", 1);
  }

  /// @return why pods could not be created; empty if they were
  private static String manage(ClusterPass cluster, Item set, List<Item> active) {
    long missing = wanted(set) - active.size();
    if (missing > 0) {
      return create(cluster, set, Math.min(missing, BURST));
    }
    active.stream()
        .sorted(PodDeletionOrder.of(related(cluster, set)))
        .limit(Math.min(-missing, BURST))
        .forEach(pod -> PodTemplates.delete(cluster, set, pod));
    return "";
  }

  private static String create(ClusterPass cluster, Item set, long count) {
    TreeNode template = set.spec().at("template");
    for (long i = 0; i < count; i++) {
      String failure =
          PodTemplates.create(cluster, set, PodTemplates.pod(template, set).map()).failure();
      if (!failure.isEmpty()) {
        return failure; // the others would most likely fail, too
      }
    }
    return "";
  }

  /// The pods of all replica sets of the same deployment.
  private static List<Item> related(ClusterPass cluster, Item set) {
    String owner = set.controllerReference().map(r -> r.text("uid")).orElse("");
    if (owner.isEmpty()) {
      return cluster.controlledBy(set, Pods.STORAGE);
    }
    return cluster.of(STORAGE).stream()
        .filter(
            other ->
                other.controllerReference().filter(r -> r.text("uid").equals(owner)).isPresent())
        .flatMap(other -> cluster.controlledBy(other, Pods.STORAGE).stream())
        .toList();
  }

  private TreeNode status(
      ClusterPass cluster, Item set, List<Item> active, long terminating, String failure) {
    TreeNode template = set.spec().at("template");
    long minReady = set.spec().number("minReadySeconds", 0);
    TreeNode status = TreeNode.copyOf(set.status().map());
    status.set("replicas", (long) active.size());
    Counts.set(
        status, "fullyLabeledReplicas", count(active, pod -> Pods.hasLabelsOf(template, pod)));
    Counts.set(status, "readyReplicas", count(active, Pods::isReady));
    Counts.set(
        status,
        "availableReplicas",
        count(active, pod -> Pods.isAvailable(pod, minReady, cluster)));
    if (storage.equals(STORAGE)) {
      status.set("terminatingReplicas", terminating);
    }
    status.set("observedGeneration", set.generation());
    if (failure.isEmpty()) {
      Conditions.remove(status, FAILURE);
    } else if (Conditions.find(status, FAILURE).isEmpty()) {
      Conditions.append(
          status, Conditions.of(FAILURE, "True", "FailedCreate", failure, cluster.time()));
    }
    return status;
  }

  private static long count(List<Item> pods, Predicate<Item> which) {
    return pods.stream().filter(which).count();
  }
}
