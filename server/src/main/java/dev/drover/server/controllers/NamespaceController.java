package dev.drover.server.controllers;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Conditions;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.controllers.core.Pods;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Deletes the content of terminating namespaces, pods before everything else, reports what remains
/// in five conditions, and removes the finalizer of empty ones.
///
/// In Go: `namespacedResourcesDeleter`.
final class NamespaceController implements Controller {
  private static final DeleteOptions IN_BACKGROUND =
      DeleteOptions.builder().propagationPolicy("Background").build();

  @Override
  public void pass(ClusterPass cluster) {
    cluster.forEach(
        cluster.of("/namespaces"),
        namespace -> {
          if (namespace.isBeingDeleted()) {
            empty(cluster, namespace);
          }
        });
  }

  private static void empty(ClusterPass cluster, Item namespace) {
    List<Item> content = cluster.in(namespace.name());
    List<Item> pods = cluster.of(Pods.STORAGE, namespace.name());
    List<Item> next = pods.isEmpty() ? content : pods;
    for (Item item : next) {
      if (!item.isBeingDeleted()) {
        cluster.delete(item, IN_BACKGROUND);
      }
    }
    List<String> finalizers = namespace.object().at("spec").texts("finalizers");
    if (!content.isEmpty()) {
      report(cluster, namespace, next);
    } else if (finalizers.contains("kubernetes")) {
      List<String> left = finalizers.stream().filter(f -> !f.equals("kubernetes")).toList();
      cluster.update(namespace, FINALIZE, "finalize", n -> finalized(n, left));
    } else if (finalizers.isEmpty()) {
      cluster.delete(namespace, IN_BACKGROUND);
    }
  }

  /// Reports what could not be deleted at once: it has finalizers, or time to end.
  private static void report(ClusterPass cluster, Item namespace, List<Item> content) {
    Map<String, Integer> resources = new TreeMap<>();
    Map<String, Integer> finalizers = new TreeMap<>();
    for (Item item : content) {
      if (item.isBeingDeleted()) { // in an earlier pass
        String resource = item.resource().gvr().resource() + "." + item.resource().gvr().group();
        resources.merge(resource, 1, Integer::sum);
        item.metadata().texts("finalizers").forEach(f -> finalizers.merge(f, 1, Integer::sum));
      }
    }
    TreeNode status = TreeNode.copyOf(namespace.status().map());
    set(
        cluster,
        status,
        "NamespaceDeletionDiscoveryFailure",
        "ResourcesDiscovered",
        "All resources successfully discovered",
        "",
        "");
    set(
        cluster,
        status,
        "NamespaceDeletionGroupVersionParsingFailure",
        "ParsedGroupVersions",
        "All legacy kube types successfully parsed",
        "",
        "");
    set(
        cluster,
        status,
        "NamespaceDeletionContentFailure",
        "ContentDeleted",
        "All content successfully deleted, may be waiting on finalization",
        "",
        "");
    set(
        cluster,
        status,
        "NamespaceContentRemaining",
        "ContentRemoved",
        "All content successfully removed",
        "SomeResourcesRemain",
        list("Some resources are remaining: ", resources, " has %d resource instances"));
    set(
        cluster,
        status,
        "NamespaceFinalizersRemaining",
        "ContentHasNoFinalizers",
        "All content-preserving finalizers finished",
        "SomeFinalizersRemain",
        list(
            "Some content in the namespace has finalizers remaining: ",
            finalizers,
            " in %d resource instances"));
    cluster.updateStatus(namespace, status);
  }

  private static String list(String start, Map<String, Integer> counts, String each) {
    return counts.isEmpty()
        ? ""
        : counts.entrySet().stream()
            .map(count -> count.getKey() + each.formatted(count.getValue()))
            .collect(Collectors.joining(", ", start, ""));
  }

  /// @param problem the message of the condition if it is true; empty if it is false
  private static void set(
      ClusterPass cluster,
      TreeNode status,
      String type,
      String okReason,
      String okMessage,
      String problemReason,
      String problem) {
    boolean isOk = problem.isEmpty();
    Conditions.set(
        status,
        Conditions.of(
            type,
            isOk ? "False" : "True",
            isOk ? okReason : problemReason,
            isOk ? okMessage : problem,
            cluster.time()));
  }

  private static TreeNode finalized(TreeNode namespace, List<String> left) {
    if (left.isEmpty()) {
      namespace.orCreate("spec").remove("finalizers");
    } else {
      namespace.orCreate("spec").set("finalizers", left);
    }
    return namespace;
  }

  /// As through `/finalize`: only there can `spec.finalizers` change.
  private static final UpdateStrategy FINALIZE =
      UpdateStrategy.SUBRESOURCE.preparing(
          (object, old, _) -> object.set("status", old.get("status")));
}
