package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;
import java.util.List;
import java.util.Map;

/// Deployments.
public final class DeploymentStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    WorkloadDefaults.setDeployment(object);
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    Statuses.reset(object);
  }

  @Override
  public void prepareForUpdate(TreeNode object, TreeNode old) {
    Statuses.keep(object, old);
  }

  /// Annotations count too, because they are copied to the replica sets.
  @Override
  public boolean raisesGeneration(TreeNode object, TreeNode old) {
    return Strategy.super.raisesGeneration(object, old)
        || !annotations(object).equals(annotations(old));
  }

  private static Map<String, String> annotations(TreeNode object) {
    return object.at("metadata").textMap("annotations");
  }

  @Override
  public List<List<String>> statusResetFields() {
    return List.of(List.of("spec"), List.of("metadata", "labels"));
  }

  @Override
  public void prepareForStatusUpdate(TreeNode object, TreeNode old) {
    Strategy.super.prepareForStatusUpdate(object, old);
    TreeNode metadata = object.orCreate("metadata");
    if (old.at("metadata").has("labels")) {
      metadata.set("labels", old.at("metadata").get("labels"));
    } else {
      metadata.remove("labels");
    }
  }
}
