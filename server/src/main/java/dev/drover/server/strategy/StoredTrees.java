package dev.drover.server.strategy;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All objects of one resource at one moment, for caches of derived values that are valid until one
/// changes.
public record StoredTrees(List<Map<String, @Nullable Object>> trees) {
  /// The objects as they are at a moment.
  ///
  /// @param resource the name under which the objects are kept
  public static StoredTrees of(StoredObjects stored, String resource) {
    return new StoredTrees(stored.list(resource, ""));
  }

  public List<TreeNode> nodes() {
    return trees.stream().map(TreeNode::view).toList();
  }

  /// Stored trees never change, so it is enough that they are the very same.
  @SuppressWarnings("ReferenceEquality")
  public boolean isSame(StoredTrees other) {
    boolean same = trees.size() == other.trees.size();
    for (int i = 0; same && i < trees.size(); i++) {
      same = trees.get(i) == other.trees.get(i);
    }
    return same;
  }
}
