package dev.drover.server.simulation;

import dev.drover.api.Quantity;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.NodeMatch;
import dev.drover.server.controllers.core.Pods;
import dev.drover.server.kinds.core.pod.PodResources;
import dev.drover.server.strategy.UpdateStrategy;
import dev.drover.server.validation.ResourceLists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Binds pods to nodes: to one that their selectors, node affinity, tolerations and requests allow,
/// and of those to the one with the fewest pods. Affinity between pods, spreading and priorities do
/// not count.
final class SimulatedScheduler implements Controller {
  private static final Quantity NONE = Quantity.parse("0");

  @Override
  public void pass(ClusterPass cluster) {
    List<Item> waiting =
        cluster.of(Pods.STORAGE).stream()
            .filter(SimulatedScheduler::isWaiting)
            .sorted(Comparator.comparing(Item::creationTime).thenComparing(Item::name))
            .toList();
    if (waiting.isEmpty()) {
      return;
    }
    List<Load> loads = loads(cluster);
    cluster.forEach(waiting, pod -> schedule(cluster, pod, loads));
  }

  private static boolean isWaiting(Item pod) {
    return Pods.nodeName(pod).isEmpty()
        && Pods.isActive(pod)
        && pod.spec().text("schedulerName").equals("default-scheduler")
        && pod.spec().items("schedulingGates").isEmpty();
  }

  /// A node and what its pods ask for.
  private record Load(Item node, Map<String, Quantity> requested, List<String> pods) {
    void add(Item pod) {
      ResourceLists.add(requested, PodResources.ofContainers(pod.spec(), "requests"));
      pods.add(pod.name());
    }

    Optional<String> shortage(Item pod) {
      Map<String, Quantity> free = ResourceLists.read(node.status(), "allocatable");
      if (pods.size() >= free.getOrDefault("pods", NONE).toBigDecimal().intValue()) {
        return Optional.of("Too many pods");
      }
      Map<String, Quantity> wanted = PodResources.ofContainers(pod.spec(), "requests");
      return wanted.entrySet().stream()
          .filter(want -> !fits(want.getValue(), want.getKey(), free))
          .map(want -> "Insufficient " + want.getKey())
          .findFirst();
    }

    private boolean fits(Quantity wanted, String name, Map<String, Quantity> free) {
      Quantity sum = wanted.add(requested.getOrDefault(name, NONE));
      return sum.compareTo(free.getOrDefault(name, NONE)) <= 0;
    }
  }

  private static List<Load> loads(ClusterPass cluster) {
    Map<String, Load> loads = new TreeMap<>();
    for (Item node : cluster.of(SimulatedNodes.STORAGE)) {
      loads.put(node.name(), new Load(node, new TreeMap<>(), new ArrayList<>()));
    }
    for (Item pod : cluster.of(Pods.STORAGE)) {
      Load load = loads.get(Pods.nodeName(pod));
      if (load != null && !Pods.isFinished(pod)) {
        load.add(pod);
      }
    }
    return List.copyOf(loads.values());
  }

  private static void schedule(ClusterPass cluster, Item pod, List<Load> loads) {
    Map<String, Integer> refusals = new HashMap<>();
    List<Load> possible = new ArrayList<>();
    for (Load load : loads) {
      Optional<String> refusal = refusal(pod, load);
      refusal.ifPresent(reason -> refusals.merge(reason, 1, Integer::sum));
      if (refusal.isEmpty()) {
        possible.add(load);
      }
    }
    Optional<String> volume = unboundClaim(cluster, pod);
    Optional<Load> best =
        volume.isPresent()
            ? Optional.empty()
            : possible.stream().min(Comparator.comparing(load -> load.pods().size()));
    if (best.isPresent()) {
      bind(cluster, pod, best.get());
    } else {
      report(cluster, pod, volume.orElseGet(() -> message(loads.size(), refusals)));
    }
  }

  private static Optional<String> refusal(Item pod, Load load) {
    Item node = load.node();
    if (!NodeMatch.isSelected(pod.spec(), node)) {
      return Optional.of("node(s) didn't match Pod's node affinity/selector");
    }
    return NodeMatch.untolerated(
            pod.spec(), node, effect -> effect.equals("NoSchedule") || effect.equals("NoExecute"))
        .map(
            taint ->
                "node(s) had untolerated taint(s) {%s: %s}"
                    .formatted(taint.text("key"), taint.text("value")))
        .or(() -> load.shortage(pod));
  }

  /// A pod waits for its volumes, unless these wait for it.
  private static Optional<String> unboundClaim(ClusterPass cluster, Item pod) {
    for (TreeNode volume : pod.spec().items("volumes")) {
      String claim = volume.at("persistentVolumeClaim").text("claimName");
      if (!claim.isEmpty()) {
        Optional<Item> found = cluster.find("/persistentvolumeclaims", pod.namespace(), claim);
        if (found.isEmpty()) {
          return Optional.of("persistentvolumeclaim \"" + claim + "\" not found");
        }
        if (!found.get().status().text("phase").equals("Bound")
            && !waitsForConsumer(cluster, found.get())) {
          return Optional.of("pod has unbound immediate PersistentVolumeClaims");
        }
      }
    }
    return Optional.empty();
  }

  private static boolean waitsForConsumer(ClusterPass cluster, Item claim) {
    return cluster
        .find("storage.k8s.io/storageclasses", "", claim.spec().text("storageClassName"))
        .filter(type -> type.object().text("volumeBindingMode").equals("WaitForFirstConsumer"))
        .isPresent();
  }

  private static String message(int nodes, Map<String, Integer> refusals) {
    List<String> parts =
        refusals.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).sorted().toList();
    return "0/%d nodes are available: %s.".formatted(nodes, String.join(", ", parts));
  }

  private static void bind(ClusterPass cluster, Item pod, Load load) {
    boolean isBound =
        cluster.update(
            pod,
            UpdateStrategy.UNCHECKED.withoutOwners(),
            "binding",
            object -> {
              object.orCreate("spec").set("nodeName", load.node().name());
              Conditions.set(
                  object.orCreate("status"),
                  Conditions.of("PodScheduled", "True", "", "", cluster.time())
                      .set("lastProbeTime", null));
              return object;
            });
    if (isBound) {
      load.add(pod);
      cluster.event(
          pod,
          "Normal",
          "Scheduled",
          "Successfully assigned %s/%s to %s"
              .formatted(pod.namespace(), pod.name(), load.node().name()));
    }
  }

  private static void report(ClusterPass cluster, Item pod, String message) {
    TreeNode status = TreeNode.copyOf(pod.status().map());
    boolean isKnown =
        Conditions.find(status, "PodScheduled")
            .filter(condition -> condition.text("message").equals(message))
            .isPresent();
    if (!isKnown) {
      TreeNode condition =
          Conditions.of("PodScheduled", "False", "Unschedulable", message, cluster.time());
      Conditions.set(status, condition.set("lastProbeTime", null));
      cluster.updateStatus(pod, status);
      cluster.event(pod, "Warning", "FailedScheduling", message);
    }
  }
}
