package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;
import dev.drover.server.core.Strategy;

/// Pod templates that stand alone.
public final class PodTemplateStrategy implements Strategy {
  @Override
  public void setDefaults(TreeNode object) {
    PodDefaults.setTemplate(object.orCreate("template"));
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
