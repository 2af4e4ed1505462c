package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;

/// Stateful sets.
public final class StatefulSetStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setStatefulSet(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    Statuses.reset(object, "replicas", "availableReplicas");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    Statuses.keep(object, old);
  }
}
