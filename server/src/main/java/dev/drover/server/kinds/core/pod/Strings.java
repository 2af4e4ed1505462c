package dev.drover.server.kinds.core.pod;

import dev.drover.schema.TreeNode;

/// Sets defaults of strings, of which an empty one counts as absent.
public final class Strings {
  private Strings() {}

  public static void setDefault(TreeNode object, String name, String value) {
    if (object.text(name).isEmpty()) {
      object.set(name, value);
    }
  }
}
