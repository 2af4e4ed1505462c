package dev.drover.server.core;

import dev.drover.api.GroupVersionKind;
import dev.drover.schema.SchemaTable;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.StorageVersion;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The stored form of a built-in kind, for each served version of it.
@FunctionalInterface
public interface StorageForm {
  /// Objects are stored as they are served; a beta of a kind that is stable has the same fields and
  /// is stored as `v1`.
  StorageForm STABLE = StorageForm::sameFields;

  /// How objects of a served version are stored.
  ///
  /// @param name group and plural, such as `apps/deployments`
  StorageVersion of(String name, GroupVersionKind served);

  private static StorageVersion sameFields(String name, GroupVersionKind served) {
    GroupVersionKind stable = served.withVersion("v1");
    boolean isStable = SchemaTable.builtIn().kind(stable).isPresent();
    if (!served.version().contains("beta") || !isStable) {
      return StorageVersion.same(name, served);
    }
    return new StorageVersion(
        name, stable, tree -> renamed(tree, stable), tree -> renamed(tree, served));
  }

  /// The tree as an object of another kind or version.
  static Map<String, @Nullable Object> renamed(
      Map<String, @Nullable Object> tree, GroupVersionKind kind) {
    return TreeNode.copyOf(tree)
        .set("apiVersion", kind.apiVersion())
        .set("kind", kind.kind())
        .map();
  }

  /// The tree without its status.
  static Map<String, @Nullable Object> withoutStatus(Map<String, @Nullable Object> tree) {
    return TreeNode.copyOf(tree).remove("status").map();
  }

  /// The tree with a status, if it has none.
  static Map<String, @Nullable Object> withStatus(
      Map<String, @Nullable Object> tree, Map<String, @Nullable Object> status) {
    return tree.containsKey("status") ? tree : TreeNode.copyOf(tree).set("status", status).map();
  }
}
