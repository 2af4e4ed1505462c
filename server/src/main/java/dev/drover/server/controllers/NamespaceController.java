package dev.drover.server.controllers;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.TreeNode;
import dev.drover.server.controllers.core.ClusterPass;
import dev.drover.server.controllers.core.Controller;
import dev.drover.server.controllers.core.Item;
import dev.drover.server.strategy.UpdateStrategy;
import java.util.List;

/// Deletes the content of terminating namespaces, and removes the finalizer of empty ones.
final class NamespaceController implements Controller {
  private static final DeleteOptions IN_BACKGROUND =
      DeleteOptions.builder().propagationPolicy("Background").build();

  @Override
  public void pass(ClusterPass cluster) {
    for (Item namespace : cluster.of("/namespaces")) {
      if (namespace.isBeingDeleted()) {
        empty(cluster, namespace);
      }
    }
  }

  private static void empty(ClusterPass cluster, Item namespace) {
    List<Item> content = cluster.in(namespace.name());
    for (Item item : content) {
      if (!item.isBeingDeleted()) {
        cluster.delete(item, IN_BACKGROUND);
      }
    }
    List<String> finalizers = namespace.object().at("spec").texts("finalizers");
    if (content.isEmpty() && finalizers.contains("kubernetes")) {
      List<String> left = finalizers.stream().filter(f -> !f.equals("kubernetes")).toList();
      cluster.update(namespace, FINALIZE, "finalize", n -> finalized(n, left));
    } else if (content.isEmpty() && finalizers.isEmpty()) {
      cluster.delete(namespace, IN_BACKGROUND);
    }
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
