package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;
import java.util.Map;

/// Replication controllers.
public final class ReplicationControllerStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setReplicationController(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    Statuses.reset(object, "replicas");
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    Statuses.keep(object, old);
  }

  @Override
  public Dependents dependents() {
    return Dependents.ORPHAN; // as it was before there was a garbage collector
  }

  @Override
  public Map<String, String> selectableFields(TreeNode object) {
    long replicas = object.at("status").number("replicas", 0);
    return Map.of("status.replicas", Long.toString(replicas));
  }
}
