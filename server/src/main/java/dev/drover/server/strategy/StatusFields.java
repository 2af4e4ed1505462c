package dev.drover.server.strategy;

import dev.drover.schema.TreeNode;
import java.util.List;
import java.util.Map;

/// The effect of writes to the main path on `status`.
public final class StatusFields {
  private StatusFields() {}

  /// Nothing has happened to a new object yet.
  ///
  /// @param counters the numbers that are always shown
  public static void reset(TreeNode object, String... counters) {
    TreeNode status = object.set("status", Map.of()).at("status");
    List.of(counters).forEach(counter -> status.set(counter, 0));
  }

  /// The status stays what it was.
  public static void keep(TreeNode object, TreeNode old) {
    if (old.has("status")) {
      object.set("status", old.get("status"));
    } else {
      object.remove("status");
    }
  }
}
