package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Counts;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Ownership;
import dev.drover.server.controllers.core.PodTemplates;
import dev.drover.server.controllers.core.Pods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Keeps a pod of each daemon set on every node that it selects, and replaces pods node by node
/// when the template changes.
///
/// In Go: `DaemonSetsController`.
public final class DaemonSetController implements Controller {
  private static final String STORAGE = "apps/daemonsets";
  private static final String NODES = "/nodes";

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(cluster.of(STORAGE), set -> sync(cluster, set));
  }

  private static void sync(ClusterPass cluster, Item set) {
    ControllerRevisions revisions = new ControllerRevisions(cluster, set, StatefulPods.REVISION);
    Optional<Item> current = revisions.current();
    if (current.isPresent()) {
      Sync sync = new Sync(cluster, set, current.get());
      if (!set.isBeingDeleted()) {
        sync.run();
      }
      cluster.updateStatus(set, sync.status());
      revisions.cleanUp(sync.usedRevisions());
    }
  }

  /// One daemon set in one pass.
  private static final class Sync {
    private final ClusterPass cluster;
    private final Item set;
    private final String revision;
    private final String hash;
    private final TreeNode podSpec;
    private final List<Item> nodes;
    private final Map<String, List<Item>> byNode = new TreeMap<>(); // newest revision first

    Sync(ClusterPass cluster, Item set, Item revision) {
      this.cluster = cluster;
      this.set = set;
      this.revision = revision.name();
      this.hash = revision.labels().getOrDefault(StatefulPods.REVISION, "");
      this.podSpec = set.spec().at("template").at("spec");
      this.nodes = cluster.of(NODES);
      Ownership.claim(cluster, set, Pods.STORAGE).stream()
          .sorted(
              Comparator.comparing(this::isUpdated)
                  .reversed()
                  .thenComparing(Item::creationTime)
                  .thenComparing(Item::name))
          .forEach(
              pod ->
                  byNode.computeIfAbsent(DaemonNodes.target(pod), _ -> new ArrayList<>()).add(pod));
    }

    private boolean isUpdated(Item pod) {
      return StatefulPods.revision(pod).equals(hash);
    }

    private List<Item> on(Item node) {
      return byNode.getOrDefault(node.name(), List.of());
    }

    private boolean isAvailable(Item pod) {
      return !pod.isBeingDeleted()
          && Pods.isAvailable(pod, set.spec().number("minReadySeconds", 0), cluster);
    }

    void run() {
      Set<String> names = new HashSet<>();
      for (Item node : nodes) {
        names.add(node.name());
        manage(node);
      }
      byNode.forEach(
          (node, pods) -> {
            if (!names.contains(node)) {
              pods.stream().filter(pod -> !pod.isBeingDeleted()).forEach(this::delete);
            }
          });
      if (set.spec().at("updateStrategy").text("type").equals("RollingUpdate")) {
        rollOut();
      }
    }

    private void manage(Item node) {
      List<Item> pods = on(node);
      if (!DaemonNodes.isWanted(podSpec, node)) {
        if (!DaemonNodes.mayStay(podSpec, node)) {
          pods.stream().filter(pod -> !pod.isBeingDeleted()).forEach(this::delete);
        }
        return;
      }
      List<Item> alive = pods.stream().filter(pod -> !pod.isBeingDeleted()).toList();
      List<Item> failed = alive.stream().filter(Pods::isFinished).toList();
      for (Item pod : failed) {
        cluster.event(
            set,
            "Warning",
            "FailedDaemonPod",
            "Found failed daemon pod %s/%s on node %s, will try to kill it"
                .formatted(pod.namespace(), pod.name(), node.name()));
        delete(pod);
      }
      if (pods.isEmpty()) {
        PodTemplates.create(cluster, set, DaemonNodes.pod(set, hash, node.name()).map());
      }
    }

    private void delete(Item pod) {
      PodTemplates.delete(cluster, set, pod);
    }

    /// How many nodes a rolling update may leave without a pod, or give a second one.
    private long allowed(String field, long otherwise) {
      TreeNode update = set.spec().at("updateStrategy").at("rollingUpdate");
      return Counts.scaled(update, field, wantedNodes().size(), true, otherwise);
    }

    private List<Item> wantedNodes() {
      return nodes.stream().filter(node -> DaemonNodes.isWanted(podSpec, node)).toList();
    }

    private void rollOut() {
      long surge = allowed("maxSurge", 0);
      if (surge > 0) {
        surge(surge);
      } else {
        replace(allowed("maxUnavailable", 1));
      }
    }

    /// Deletes outdated pods: those that are not available at once, others as far as allowed.
    private void replace(long maxUnavailable) {
      List<Item> outdated = new ArrayList<>();
      long unavailable = 0;
      for (Item node : wantedNodes()) {
        List<Item> pods = on(node);
        if (pods.stream().noneMatch(this::isAvailable)) {
          unavailable++;
          pods.stream()
              .filter(pod -> !isUpdated(pod) && !pod.isBeingDeleted())
              .forEach(this::delete);
        } else {
          pods.stream()
              .filter(pod -> !isUpdated(pod) && !pod.isBeingDeleted())
              .forEach(outdated::add);
        }
      }
      outdated.stream().limit(Math.max(0, maxUnavailable - unavailable)).forEach(this::delete);
    }

    /// Gives nodes a new pod beside the old one, which goes when the new one is available.
    private void surge(long maxSurge) {
      List<Item> candidates = new ArrayList<>();
      long surging = 0;
      for (Item node : wantedNodes()) {
        List<Item> pods = on(node).stream().filter(pod -> !pod.isBeingDeleted()).toList();
        Optional<Item> updated = pods.stream().filter(this::isUpdated).findFirst();
        List<Item> outdated = pods.stream().filter(pod -> !isUpdated(pod)).toList();
        if (updated.isPresent() && !outdated.isEmpty()) {
          if (isAvailable(updated.get())) {
            outdated.forEach(this::delete);
          } else {
            surging++;
          }
        } else if (updated.isEmpty() && !outdated.isEmpty()) {
          candidates.add(node);
        }
      }
      candidates.stream()
          .limit(Math.max(0, maxSurge - surging))
          .forEach(
              node ->
                  PodTemplates.create(cluster, set, DaemonNodes.pod(set, hash, node.name()).map()));
    }

    TreeNode status() {
      List<Item> wanted = wantedNodes();
      long scheduled = 0;
      long ready = 0;
      long available = 0;
      long updated = 0;
      for (Item node : wanted) {
        Optional<Item> pod = on(node).stream().filter(p -> !p.isBeingDeleted()).findFirst();
        scheduled += pod.isPresent() ? 1 : 0;
        ready += pod.filter(Pods::isReady).isPresent() ? 1 : 0;
        available += pod.filter(this::isAvailable).isPresent() ? 1 : 0;
        updated += pod.filter(this::isUpdated).isPresent() ? 1 : 0;
      }
      long misscheduled =
          nodes.stream()
              .filter(node -> !wanted.contains(node))
              .filter(node -> !on(node).isEmpty())
              .count();
      TreeNode status = TreeNode.copyOf(set.status().map());
      status
          .set("currentNumberScheduled", scheduled)
          .set("numberMisscheduled", misscheduled)
          .set("desiredNumberScheduled", (long) wanted.size())
          .set("numberReady", ready)
          .set("observedGeneration", set.generation());
      Counts.set(status, "updatedNumberScheduled", updated);
      Counts.set(status, "numberAvailable", available);
      Counts.set(status, "numberUnavailable", wanted.size() - available);
      return status;
    }

    Set<String> usedRevisions() {
      Set<String> used = new HashSet<>(Set.of(revision));
      byNode
          .values()
          .forEach(
              pods -> pods.forEach(pod -> used.add(set.name() + "-" + StatefulPods.revision(pod))));
      return used;
    }
  }
}
