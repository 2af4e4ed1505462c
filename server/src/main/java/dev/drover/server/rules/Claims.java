package dev.drover.server.rules;

import dev.drover.schema.TreeNode;

/// What a persistent volume claim asks for: in claims, in the templates of stateful sets and in
/// ephemeral volumes.
public final class Claims {
  private Claims() {}

  /// Defaults of a claim that stands in a list of templates.
  public static void setDefaults(TreeNode claim) {
    TreeNode status = claim.orCreate("status");
    if (status.text("phase").isEmpty()) {
      status.set("phase", "Pending");
    }
    setSpecDefaults(claim.orCreate("spec"));
    ResourceLists.setDefaults(status, "capacity");
    ResourceLists.setDefaults(status, "allocatedResources");
  }

  /// Defaults of a claim's `spec`.
  public static void setSpecDefaults(TreeNode spec) {
    spec.setDefault("volumeMode", "Filesystem");
    TreeNode resources = spec.orCreate("resources");
    ResourceLists.setDefaults(resources, "limits");
    ResourceLists.setDefaults(resources, "requests");
  }
}
