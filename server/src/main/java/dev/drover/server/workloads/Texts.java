package dev.drover.server.workloads;

import dev.drover.schema.TreeNode;

/// Strings of which an empty one counts as absent.
final class Texts {
  private Texts() {}

  static void setDefault(TreeNode object, String name, String value) {
    if (object.text(name).isEmpty()) {
      object.set(name, value);
    }
  }
}
