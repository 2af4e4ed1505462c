package dev.drover.server.builtin;

import dev.drover.schema.TreeNode;
import dev.drover.server.rules.ResourceLists;
import dev.drover.server.rules.StatusStrategy;
import java.util.Map;

/// Persistent volumes.
final class PersistentVolumeStrategy implements StatusStrategy {
  @Override
  public void setDefaults(TreeNode object) {
    TreeNode spec = object.orCreate("spec");
    ResourceLists.setDefaults(spec, "capacity");
    if (spec.text("persistentVolumeReclaimPolicy").isEmpty()) {
      spec.set("persistentVolumeReclaimPolicy", "Retain");
    }
    spec.setDefault("volumeMode", "Filesystem");
    spec.child("hostPath").ifPresent(path -> path.setDefault("type", ""));
    TreeNode status = object.orCreate("status");
    if (status.text("phase").isEmpty()) {
      status.set("phase", "Pending");
    }
  }

  @Override
  public void prepareForCreate(TreeNode object) {
    object.remove("status").orCreate("status").set("phase", "Pending");
  }

  @Override
  public boolean hasGeneration() {
    return false;
  }

  @Override
  public Map<String, String> selectableFields(TreeNode object) {
    return Map.of("name", object.at("metadata").text("name"));
  }
}
