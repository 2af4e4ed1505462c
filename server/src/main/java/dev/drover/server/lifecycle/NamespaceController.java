package dev.drover.server.lifecycle;

import dev.drover.api.DeleteOptions;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.core.UpdateRules;
import java.util.List;

/// Empties namespaces that are being deleted, and lets go of those that are empty.
final class NamespaceController implements Controller {
  private static final DeleteOptions IN_BACKGROUND =
      DeleteOptions.builder().propagationPolicy("Background").build();

  @Override
  public void pass(Cluster cluster) {
    for (Cluster.Item namespace : cluster.of("/namespaces", "")) {
      if (namespace.isBeingDeleted()) {
        empty(cluster, namespace);
      }
    }
  }

  private static void empty(Cluster cluster, Cluster.Item namespace) {
    List<Cluster.Item> content = cluster.in(namespace.name());
    for (Cluster.Item item : content) {
      if (!item.isBeingDeleted()) {
        cluster.delete(item, IN_BACKGROUND);
      }
    }
    List<String> finalizers = namespace.object().at("spec").texts("finalizers");
    if (content.isEmpty() && finalizers.contains("kubernetes")) {
      List<String> left = finalizers.stream().filter(f -> !f.equals("kubernetes")).toList();
      cluster.update(namespace, FINALIZE, n -> finalized(n, left));
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
  private static final UpdateRules FINALIZE =
      new UpdateRules() {
        @Override
        public void prepare(TreeNode object, TreeNode old) {
          object.set("status", old.get("status"));
        }

        @Override
        public List<FieldError> validate(TreeNode object, TreeNode old) {
          return List.of();
        }

        @Override
        public boolean countsAsGeneration() {
          return false;
        }
      };
}
