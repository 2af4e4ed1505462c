package dev.drover.server.simulation;

import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Hashes;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.NodeMatch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Creates a number of nodes, and reports that all nodes, also those of users, are ready: the part
/// of a kubelet, and of the controller of node life cycles.
///
/// A node with the annotation `simulation.drover.dev/ready: "false"` is not ready, and nothing
/// happens on it.
final class SimulatedNodes implements Controller {
  static final String STORAGE = "/nodes";
  private static final String NOT_READY = "node.kubernetes.io/not-ready";
  private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
  private static final Map<String, String> CAPACITY =
      Map.of("cpu", "32", "memory", "256Gi", "ephemeral-storage", "1Ti", "pods", "110");

  private final int count;

  /// @param count of the nodes that there are at the start
  SimulatedNodes(int count) {
    this.count = count;
  }

  @Override
  public void pass(ClusterPass cluster) {
    List<Item> nodes = cluster.of(STORAGE);
    // Nodes that are deleted stay deleted: only a cluster without any gets its first ones.
    if (nodes.isEmpty()) {
      IntStream.rangeClosed(1, count).forEach(i -> create(cluster, "node-" + i));
    }
    cluster.forEach(
        nodes,
        node -> {
          cluster.updateStatus(node, status(cluster, node));
          setTaints(cluster, node);
        });
  }

  private static void create(ClusterPass cluster, String name) {
    TreeNode node = TreeNode.empty().set("apiVersion", "v1").set("kind", "Node");
    node.orCreate("metadata")
        .set("name", name)
        .set(
            "labels",
            Map.of(
                "kubernetes.io/hostname", name,
                "kubernetes.io/os", "linux",
                "kubernetes.io/arch", "amd64"));
    cluster.create(STORAGE, "", node.map());
  }

  static boolean isReady(Item node) {
    return !node.annotation(ContainerBehavior.PREFIX + "ready").equals("false");
  }

  private static TreeNode status(ClusterPass cluster, Item node) {
    TreeNode status = TreeNode.copyOf(node.status().map());
    CAPACITY.forEach((name, amount) -> status.orCreate("capacity").setDefault(name, amount));
    status
        .at("capacity")
        .map()
        .forEach(
            (name, amount) ->
                status.orCreate("allocatable").setDefault(name, String.valueOf(amount)));
    if (status.items("addresses").isEmpty()) {
      status.set(
          "addresses",
          List.of(
              Map.of("type", "InternalIP", "address", address(node)),
              Map.of("type", "Hostname", "address", node.name())));
    }
    setInfo(status.orCreate("nodeInfo"), node);
    condition(cluster, status, "MemoryPressure", "False", "KubeletHasSufficientMemory");
    condition(cluster, status, "DiskPressure", "False", "KubeletHasNoDiskPressure");
    condition(cluster, status, "PIDPressure", "False", "KubeletHasSufficientPID");
    if (isReady(node)) {
      condition(cluster, status, "Ready", "True", "KubeletReady");
    } else {
      condition(cluster, status, "Ready", "False", "KubeletNotReady");
    }
    return status;
  }

  private static void setInfo(TreeNode info, Item node) {
    Map<String, String> facts =
        Map.of(
            "architecture", "amd64",
            "bootID", node.uid(),
            "containerRuntimeVersion", "simulated://1.0",
            "kernelVersion", "0.0",
            "kubeletVersion", SchemaTable.builtIn().release() + "-simulated",
            "machineID", node.uid(),
            "operatingSystem", "linux",
            "osImage", "simulated",
            "systemUUID", node.uid());
    facts.forEach(
        (name, fact) -> {
          if (info.text(name).isEmpty()) {
            info.set(name, fact);
          }
        });
  }

  /// An address that no other node is likely to have.
  static String address(Item node) {
    int hash = Hashes.of(node.name());
    return "172.18.%d.%d".formatted((hash >>> 8) & 0xff, 1 + Math.floorMod(hash, 254));
  }

  private static void condition(
      ClusterPass cluster, TreeNode status, String type, String value, String reason) {
    if (!Conditions.reason(status, type).equals(reason)) {
      TreeNode condition =
          Conditions.of(type, value, reason, "the node is simulated", cluster.time());
      Conditions.set(status, condition.set("lastHeartbeatTime", cluster.time()));
    }
  }

  /// Nodes that are not ready or not schedulable have taints that keep pods away.
  private static void setTaints(ClusterPass cluster, Item node) {
    List<@Nullable Object> taints = new ArrayList<>();
    for (TreeNode taint : node.spec().items("taints")) {
      if (!List.of(NOT_READY, UNSCHEDULABLE).contains(taint.text("key"))) {
        taints.add(taint.map());
      }
    }
    if (!isReady(node)) {
      taints.add(taint(NOT_READY, "NoSchedule"));
    }
    if (node.spec().isTrue("unschedulable")) {
      taints.add(taint(UNSCHEDULABLE, "NoSchedule"));
    }
    if (NodeMatch.isReady(node) == isReady(node) && !taints.equals(node.spec().list("taints"))) {
      cluster.update(node, object -> withTaints(object, taints));
    }
  }

  private static Map<String, @Nullable Object> taint(String key, String effect) {
    return TreeNode.empty().set("key", key).set("effect", effect).map();
  }

  private static TreeNode withTaints(TreeNode node, List<@Nullable Object> taints) {
    if (taints.isEmpty()) {
      node.orCreate("spec").remove("taints");
    } else {
      node.orCreate("spec").set("taints", taints);
    }
    return node;
  }
}
