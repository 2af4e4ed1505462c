package dev.drover.server.simulation;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Hashes;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Simulates the kubelets of all nodes: reports that pods run, or fail as their annotations say. No
/// container is started; [ContainerBehavior] determines what each would do.
final class SimulatedKubelet implements Controller {
  private static final int ADDRESSES = 1 << 16;

  @Override
  public void pass(ClusterPass cluster) {
    Map<String, Item> nodes = new HashMap<>();
    cluster.of(SimulatedNodes.STORAGE).forEach(node -> nodes.put(node.name(), node));
    Set<String> taken = new HashSet<>();
    for (Item pod : cluster.of(Pods.STORAGE)) {
      taken.add(pod.status().text("podIP"));
    }
    cluster.forEach(
        cluster.of(Pods.STORAGE),
        pod -> {
          Item node = nodes.get(Pods.nodeName(pod));
          if (node != null && SimulatedNodes.isReady(node)) {
            sync(cluster, pod, node, taken);
          } else if (node != null) {
            lose(cluster, pod);
          }
        });
  }

  private static void sync(ClusterPass cluster, Item pod, Item node, Set<String> taken) {
    if (pod.isBeingDeleted()) {
      stop(cluster, pod);
    } else if (!Pods.isFinished(pod)) {
      cluster.updateStatus(pod, new PodStep(cluster, pod).next(node, address(pod, node, taken)));
    }
  }

  /// Lets a pod end: at once, or after a while, but not after its grace period.
  private static void stop(ClusterPass cluster, Item pod) {
    Instant last = Instant.parse(pod.metadata().text("deletionTimestamp"));
    Instant first =
        last.minusSeconds(pod.metadata().number("deletionGracePeriodSeconds", 0))
            .plus(new ContainerBehavior(pod).stopAfter());
    Instant end = first.isBefore(last) ? first : last;
    if (end.isAfter(cluster.now())) {
      cluster.wakeAt(end);
    } else if (!Pods.isFinished(pod)) {
      cluster.updateStatus(pod, new PodStep(cluster, pod).stopped());
    } else if (pod.metadata().number("deletionGracePeriodSeconds", 0) > 0
        || pod.metadata().texts("finalizers").isEmpty()) {
      cluster.delete(pod, DeleteOptions.builder().gracePeriodSeconds(0L).build());
    }
  }

  private static String address(Item pod, Item node, Set<String> taken) {
    if (pod.spec().isTrue("hostNetwork")) {
      return SimulatedNodes.address(node);
    }
    String had = pod.status().text("podIP");
    if (!had.isEmpty()) {
      return had;
    }
    int start = Math.floorMod(Hashes.of(pod.uid()), ADDRESSES);
    for (int i = 0; i < ADDRESSES; i++) {
      int number = (start + i) % ADDRESSES;
      String address = "10.244.%d.%d".formatted(number >> 8, number & 0xff);
      if ((number & 0xff) % 0xff != 0 && taken.add(address)) {
        return address;
      }
    }
    throw new IllegalStateException("no address is left for pods");
  }

  /// The kubelet of the node reports nothing: its pods count as not ready.
  private static void lose(ClusterPass cluster, Item pod) {
    if (Pods.isReady(pod)) {
      TreeNode status = TreeNode.copyOf(pod.status().map());
      TreeNode condition =
          Conditions.of("Ready", "False", "NodeNotReady", "Node is not ready", cluster.time());
      Conditions.set(status, condition.set("lastProbeTime", null));
      cluster.updateStatus(pod, status);
      cluster.event(pod, "Warning", "NodeNotReady", "Node is not ready");
    }
  }
}
