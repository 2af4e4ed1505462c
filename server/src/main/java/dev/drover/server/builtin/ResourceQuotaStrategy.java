package dev.drover.server.builtin;

import dev.drover.schema.TreeNode;
import dev.drover.server.rules.ResourceLists;
import dev.drover.server.rules.StatusStrategy;

/// Quotas of resources.
final class ResourceQuotaStrategy implements StatusStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    ResourceLists.setDefaults(object.at("spec"), "hard");
    ResourceLists.setDefaults(object.at("status"), "hard");
    ResourceLists.setDefaults(object.at("status"), "used");
  }

  @Override
  public boolean hasGeneration() {
    return false;
  }
}
