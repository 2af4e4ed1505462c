package dev.drover.server.builtin;

import dev.drover.schema.TreeNode;
import dev.drover.server.rules.ResourceLists;
import dev.drover.server.rules.StatusStrategy;
import java.util.List;
import java.util.Map;

/// Nodes. Unlike other kinds, a new one may come with its status.
final class NodeStrategy implements StatusStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    TreeNode status = object.orCreate("status");
    for (String name : List.of("capacity", "allocatable")) {
      ResourceLists.setDefaults(status, name);
    }
    if (!status.has("allocatable") && status.has("capacity")) {
      status.set("allocatable", status.get("capacity"));
    }
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object.at("status").remove("config");
  }

  @Override
  public boolean hasGeneration() {
    return false;
  }

  @Override
  public Map<String, String> selectableFields(TreeNode object) {
    return Map.of("spec.unschedulable", String.valueOf(object.at("spec").isTrue("unschedulable")));
  }
}
