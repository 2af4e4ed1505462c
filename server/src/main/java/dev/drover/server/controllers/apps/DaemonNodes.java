package dev.drover.server.controllers.apps;

import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.NodeMatch;
import dev.drover.server.controllers.core.PodTemplates;
import dev.drover.server.controllers.core.Pods;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Selects the nodes that get a pod of a daemon set, and makes the pod for a node.
final class DaemonNodes {
  /// Daemons tolerate what happens to nodes: key and effect.
  private static final List<List<String>> TOLERATED =
      List.of(
          List.of("node.kubernetes.io/not-ready", "NoExecute"),
          List.of("node.kubernetes.io/unreachable", "NoExecute"),
          List.of("node.kubernetes.io/disk-pressure", "NoSchedule"),
          List.of("node.kubernetes.io/memory-pressure", "NoSchedule"),
          List.of("node.kubernetes.io/pid-pressure", "NoSchedule"),
          List.of("node.kubernetes.io/unschedulable", "NoSchedule"));

  private static final String FIELD = "metadata.name";
  private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

  private DaemonNodes() {}

  /// Whether the node is to have a pod.
  static boolean isWanted(TreeNode podSpec, Item node) {
    return NodeMatch.isSelected(podSpec, node)
        && NodeMatch.untolerated(
                tolerant(podSpec),
                node,
                effect -> effect.equals("NoSchedule") || effect.equals("NoExecute"))
            .isEmpty();
  }

  /// Whether a pod that the node has may stay.
  static boolean mayStay(TreeNode podSpec, Item node) {
    return NodeMatch.isSelected(podSpec, node)
        && NodeMatch.untolerated(tolerant(podSpec), node, "NoExecute"::equals).isEmpty();
  }

  private static TreeNode tolerant(TreeNode podSpec) {
    List<@Nullable Object> tolerations = new ArrayList<>(podSpec.list("tolerations"));
    for (List<String> tolerated : TOLERATED) {
      tolerations.add(toleration(tolerated.getFirst(), tolerated.getLast()));
    }
    if (podSpec.isTrue("hostNetwork")) {
      tolerations.add(toleration("node.kubernetes.io/network-unavailable", "NoSchedule"));
    }
    return TreeNode.copyOf(podSpec.map()).set("tolerations", tolerations);
  }

  private static Map<String, @Nullable Object> toleration(String key, String effect) {
    return TreeNode.empty().set("key", key).set("operator", "Exists").set("effect", effect).map();
  }

  /// The pod for a node: the scheduler finds no other for it.
  static TreeNode pod(Item set, String hash, String node) {
    TreeNode pod = PodTemplates.pod(set.spec().at("template"), set);
    TreeNode labels = pod.at("metadata").orCreate("labels").set(StatefulPods.REVISION, hash);
    String generation = set.annotation(TEMPLATE_GENERATION);
    if (!generation.isEmpty()) {
      labels.set("pod-template-generation", generation);
    }
    TreeNode spec = tolerant(pod.at("spec"));
    TreeNode required =
        spec.orCreate("affinity")
            .orCreate("nodeAffinity")
            .orCreate("requiredDuringSchedulingIgnoredDuringExecution");
    required.set("nodeSelectorTerms", terms(required.items("nodeSelectorTerms"), node));
    return pod.set("spec", spec);
  }

  private static List<Object> terms(List<TreeNode> before, String node) {
    List<Object> fields =
        List.of(
            TreeNode.empty()
                .set("key", FIELD)
                .set("operator", "In")
                .set("values", List.of(node))
                .map());
    if (before.isEmpty()) {
      return List.of(TreeNode.empty().set("matchFields", fields).map());
    }
    List<Object> terms = new ArrayList<>();
    before.forEach(term -> terms.add(TreeNode.copyOf(term.map()).set("matchFields", fields).map()));
    return terms;
  }

  /// The node that a pod is on, or is meant for.
  static String target(Item pod) {
    if (!Pods.nodeName(pod).isEmpty()) {
      return Pods.nodeName(pod);
    }
    return pod
        .spec()
        .at("affinity")
        .at("nodeAffinity")
        .at("requiredDuringSchedulingIgnoredDuringExecution")
        .items("nodeSelectorTerms")
        .stream()
        .flatMap(term -> term.items("matchFields").stream())
        .filter(field -> field.text("key").equals(FIELD))
        .flatMap(field -> field.texts("values").stream())
        .findFirst()
        .orElse("");
  }
}
