package dev.drover.server.rest;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Objects.Write;
import dev.drover.server.core.Resource;
import dev.drover.server.core.UpdateRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Keeps `metadata.managedFields`: who set what.
final class FieldOwnership {
  FieldOwnership() {}

  /// The fields of a new object belong to whoever creates it.
  TreeNode created(Resource resource, TreeNode object, Write write) {
    return object;
  }

  /// The fields that a write changes belong to the writer from now on.
  TreeNode updated(
      Resource resource, UpdateRules rules, TreeNode object, TreeNode live, Write write) {
    return object;
  }

  /// Forgets new times of managers when they are all that a write changes, so that it is none.
  static void keepTimesOfNoChange(TreeNode object, TreeNode old) {
    List<TreeNode> now = object.at("metadata").items("managedFields");
    List<TreeNode> before = old.at("metadata").items("managedFields");
    if (now.size() != before.size() || now.isEmpty()) {
      return;
    }
    if (withoutTimes(object).equals(withoutTimes(old))) {
      object.at("metadata").set("managedFields", old.at("metadata").list("managedFields"));
    }
  }

  private static Map<String, @Nullable Object> withoutTimes(TreeNode object) {
    TreeNode copy = TreeNode.copyOf(object.map());
    new ArrayList<>(copy.at("metadata").items("managedFields"))
        .forEach(entry -> entry.remove("time"));
    return copy.map();
  }
}
