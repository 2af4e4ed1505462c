package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;

/// Replica sets.
public final class ReplicaSetStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setReplicaSet(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    Statuses.reset(object, "replicas");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    Statuses.keep(object, old);
  }
}
