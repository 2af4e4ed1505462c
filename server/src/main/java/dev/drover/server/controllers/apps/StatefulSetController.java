package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Counts;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Ownership;
import dev.drover.server.controllers.core.Pods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Keeps the numbered pods of stateful sets: created in the order of their numbers, each when the
/// one before is available, and deleted in the opposite order; all at once with the policy
/// `Parallel`. Updates go from the highest number down to the partition.
///
/// In Go: `defaultStatefulSetControl`.
public final class StatefulSetController implements Controller {
  private static final String STORAGE = "apps/statefulsets";
  private static final String HASH = "controller.kubernetes.io/hash";

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(cluster.of(STORAGE), set -> sync(cluster, set));
  }

  private static void sync(ClusterPass cluster, Item set) {
    List<Item> pods =
        Ownership.claim(cluster, set, Pods.STORAGE).stream()
            .filter(pod -> StatefulPods.ordinal(set, pod) >= 0)
            .toList();
    ControllerRevisions revisions = new ControllerRevisions(cluster, set, HASH);
    Optional<Item> update = revisions.current();
    if (update.isPresent()) {
      Item current = revisions.find(set.status().text("currentRevision")).orElse(update.get());
      new Sync(cluster, set, pods, current, update.get()).run();
      Set<String> used = new HashSet<>(List.of(current.name(), update.get().name())); // may be one
      pods.forEach(pod -> used.add(StatefulPods.revision(pod)));
      revisions.cleanUp(used);
    }
  }

  /// One stateful set in one pass.
  private static final class Sync {
    private final ClusterPass cluster;
    private final Item set;
    private final List<Item> pods;
    private final Item current;
    private final Item update;
    private final StatefulPods control;
    private final boolean isParallel;
    private final long first;
    private final long replicas;
    private final Map<Long, Item> byOrdinal = new HashMap<>();

    Sync(ClusterPass cluster, Item set, List<Item> pods, Item current, Item update) {
      this.cluster = cluster;
      this.set = set;
      this.pods = pods;
      this.current = current;
      this.update = update;
      this.control = new StatefulPods(cluster, set);
      this.isParallel = set.spec().text("podManagementPolicy").equals("Parallel");
      this.first = set.spec().at("ordinals").number("start", 0);
      this.replicas = set.spec().number("replicas", 1);
      pods.forEach(pod -> byOrdinal.put(StatefulPods.ordinal(set, pod), pod));
    }

    void run() {
      boolean isSettled = !set.isBeingDeleted() && createMissing() && deleteSurplus();
      if (isSettled && !set.spec().at("updateStrategy").text("type").equals("OnDelete")) {
        replaceOutdated();
      }
      cluster.updateStatus(set, status());
    }

    /// @return whether nothing has to be waited for before pods are deleted
    private boolean createMissing() {
      boolean isSettled = true;
      for (long ordinal = first; ordinal < first + replicas; ordinal++) {
        Item pod = byOrdinal.get(ordinal);
        boolean isDone = pod != null && keep(pod);
        if (pod == null) {
          control.create(ordinal, revisionFor(ordinal));
        }
        if (!isDone && !isParallel) {
          return false;
        }
        isSettled &= isDone || isParallel;
      }
      return isSettled;
    }

    /// @return whether the pod is available
    private boolean keep(Item pod) {
      if (Pods.isFinished(pod)) {
        if (!pod.isBeingDeleted()) {
          control.delete(pod);
        }
        return false;
      }
      return !pod.isBeingDeleted() && isAvailable(pod);
    }

    private boolean isAvailable(Item pod) {
      long minReady = set.spec().number("minReadySeconds", 0);
      return Pods.phase(pod).equals("Running") && Pods.isAvailable(pod, minReady, cluster);
    }

    /// Pods below the partition are of the revision before.
    private Item revisionFor(long ordinal) {
      TreeNode strategy = set.spec().at("updateStrategy");
      long partition = strategy.at("rollingUpdate").number("partition", 0);
      boolean isCurrent =
          strategy.text("type").equals("RollingUpdate") && ordinal < first + partition;
      return isCurrent ? current : update;
    }

    /// Deletes pods that are beyond the number, the highest first.
    private boolean deleteSurplus() {
      List<Item> surplus = new ArrayList<>();
      pods.stream()
          .filter(pod -> !isInRange(StatefulPods.ordinal(set, pod)))
          .sorted(Comparator.comparingLong((Item pod) -> StatefulPods.ordinal(set, pod)).reversed())
          .forEach(surplus::add);
      Optional<Item> firstUnavailable =
          surplus.reversed().stream().filter(pod -> !isAvailable(pod)).findFirst();
      for (Item pod : surplus) {
        boolean isWaiting =
            pod.isBeingDeleted()
                || (!isAvailable(pod) && firstUnavailable.filter(pod::equals).isEmpty());
        if (isWaiting && !isParallel) {
          return false;
        }
        if (!pod.isBeingDeleted()) {
          control.releaseClaims(pod);
          control.delete(pod);
          if (!isParallel) {
            return false;
          }
        }
      }
      return true;
    }

    private boolean isInRange(long ordinal) {
      return ordinal >= first && ordinal < first + replicas;
    }

    /// Deletes the pod with the highest number that is outdated, when all above it are available.
    private void replaceOutdated() {
      long partition = set.spec().at("updateStrategy").at("rollingUpdate").number("partition", 0);
      for (long ordinal = first + replicas - 1; ordinal >= first + partition; ordinal--) {
        Item pod = byOrdinal.get(ordinal);
        if (pod == null) {
          return;
        }
        if (!StatefulPods.revision(pod).equals(update.name()) && !pod.isBeingDeleted()) {
          control.delete(pod);
          return;
        }
        if (pod.isBeingDeleted() || !isAvailable(pod)) {
          return;
        }
      }
    }

    private TreeNode status() {
      long ready = pods.stream().filter(Pods::isReady).count();
      long currentReplicas = ofRevision(current);
      long updatedReplicas = ofRevision(update);
      TreeNode status = TreeNode.copyOf(set.status().map());
      status.set("observedGeneration", set.generation());
      status.set("replicas", (long) pods.size());
      Counts.set(status, "readyReplicas", ready);
      status.set("availableReplicas", pods.stream().filter(this::isAvailable).count());
      String currentName = current.name();
      boolean isUpdated =
          set.spec().at("updateStrategy").text("type").equals("RollingUpdate")
              && updatedReplicas == pods.size()
              && updatedReplicas == replicas
              && ready == pods.size();
      if (isUpdated) {
        currentName = update.name();
        currentReplicas = updatedReplicas;
      }
      Counts.set(status, "currentReplicas", currentReplicas);
      Counts.set(status, "updatedReplicas", updatedReplicas);
      status.set("currentRevision", currentName).set("updateRevision", update.name());
      status.set("collisionCount", status.number("collisionCount", 0));
      return status;
    }

    private long ofRevision(Item revision) {
      return pods.stream()
          .filter(pod -> !pod.isBeingDeleted())
          .filter(pod -> StatefulPods.revision(pod).equals(revision.name()))
          .count();
    }
  }
}
