package dev.drover.server.custom;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A condition in the status of a definition.
///
/// @param status `True` or `False`
public record Condition(String type, String status, String reason, String message) {
  public static Condition isTrue(String type, String reason, String message) {
    return new Condition(type, "True", reason, message);
  }

  public static Condition isFalse(String type, String reason, String message) {
    return new Condition(type, "False", reason, message);
  }

  static Condition of(TreeNode condition) {
    return new Condition(
        condition.text("type"),
        condition.text("status"),
        condition.text("reason"),
        condition.text("message"));
  }

  boolean holds() {
    return status.equals("True");
  }

  /// Sets the condition in a definition. Its time tells when the status last changed.
  public void setIn(TreeNode definition, String now) {
    TreeNode status = definition.orCreate("status");
    for (TreeNode existing : status.items("conditions")) {
      if (existing.text("type").equals(type)) {
        if (!existing.text("status").equals(this.status) || !existing.has("lastTransitionTime")) {
          existing.set("lastTransitionTime", now);
        }
        write(existing);
        return;
      }
    }
    TreeNode added = TreeNode.empty().set("lastTransitionTime", now);
    write(added);
    List<@Nullable Object> all = new ArrayList<>(status.list("conditions"));
    all.add(added.map());
    status.set("conditions", all);
  }

  private void write(TreeNode condition) {
    condition.set("type", type).set("status", status).set("reason", reason).set("message", message);
  }
}
