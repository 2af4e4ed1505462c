package dev.drover.server.controllers.core;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The conditions in a status.
public final class Conditions {
  private Conditions() {}

  public static Optional<TreeNode> find(TreeNode status, String type) {
    return status.items("conditions").stream().filter(c -> c.text("type").equals(type)).findFirst();
  }

  public static boolean isTrue(TreeNode status, String type) {
    return find(status, type).filter(c -> c.text("status").equals("True")).isPresent();
  }

  public static String reason(TreeNode status, String type) {
    return find(status, type).map(c -> c.text("reason")).orElse("");
  }

  /// A condition that changed its status at this time.
  public static TreeNode of(String type, String value, String reason, String message, String time) {
    TreeNode condition =
        TreeNode.empty().set("type", type).set("status", value).set("lastTransitionTime", time);
    if (!reason.isEmpty()) {
      condition.set("reason", reason);
    }
    if (!message.isEmpty()) {
      condition.set("message", message);
    }
    return condition;
  }

  /// Puts a condition at the end, in the place of the one of its type. It keeps the time of
  /// transition if its status is the same, and nothing changes if the reason is the same, too.
  public static void append(TreeNode status, TreeNode condition) {
    Optional<TreeNode> before = find(status, condition.text("type"));
    boolean hasSameStatus =
        before.filter(b -> b.text("status").equals(condition.text("status"))).isPresent();
    if (hasSameStatus && before.get().text("reason").equals(condition.text("reason"))) {
      return;
    }
    if (hasSameStatus) {
      condition.set("lastTransitionTime", before.get().get("lastTransitionTime"));
    }
    remove(status, condition.text("type"));
    List<@Nullable Object> conditions = new ArrayList<>(status.list("conditions"));
    conditions.add(condition.map());
    status.set("conditions", conditions);
  }

  /// Sets a condition where it is, or at the end. It keeps the time of transition if its status is
  /// the same.
  ///
  /// In Go: `meta.SetStatusCondition`.
  public static void set(TreeNode status, TreeNode condition) {
    List<@Nullable Object> conditions = new ArrayList<>();
    boolean isNew = true;
    for (TreeNode before : status.items("conditions")) {
      if (!before.text("type").equals(condition.text("type"))) {
        conditions.add(before.map());
        continue;
      }
      isNew = false;
      if (before.text("status").equals(condition.text("status"))) {
        condition.set("lastTransitionTime", before.get("lastTransitionTime"));
      }
      conditions.add(condition.map());
    }
    if (isNew) {
      conditions.add(condition.map());
    }
    status.set("conditions", conditions);
  }

  public static void remove(TreeNode status, String type) {
    List<@Nullable Object> left = new ArrayList<>();
    for (TreeNode condition : status.items("conditions")) {
      if (!condition.text("type").equals(type)) {
        left.add(condition.map());
      }
    }
    if (left.isEmpty()) {
      status.remove("conditions");
    } else {
      status.set("conditions", left);
    }
  }
}
