package dev.drover.server.kinds.core;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Printer columns of the small kinds of the core group.
final class CoreColumns {
  private CoreColumns() {}

  static List<Column> namespace() {
    return List.of(name(), text("Status", Cells.text("status.phase")), age());
  }

  static List<Column> configMap() {
    return List.of(
        name(),
        text(
            "Data",
            object -> (long) object.at("data").map().size() + object.at("binaryData").map().size()),
        age());
  }

  static List<Column> secret() {
    return List.of(
        name(), text("Type", Cells.text("type")), text("Data", Cells.size("data")), age());
  }

  static List<Column> resourceQuota() {
    return List.of(
        name(),
        text("Request", quota -> usage(quota, false)),
        text("Limit", quota -> usage(quota, true)),
        age());
  }

  /// How much is used of what there is, of limits or of everything else.
  private static String usage(TreeNode quota, boolean limits) {
    TreeNode used = Cells.at(quota, "status.used");
    return quota.at("status").textMap("hard").entrySet().stream()
        .filter(hard -> hard.getKey().startsWith("limits.") == limits)
        .sorted(Map.Entry.comparingByKey())
        .map(
            hard ->
                hard.getKey()
                    + ": "
                    + (used.has(hard.getKey()) ? used.text(hard.getKey()) : "0")
                    + "/"
                    + hard.getValue())
        .collect(Collectors.joining(", "));
  }

  static List<Column> componentStatus() {
    return List.of(
        name(),
        text("Status", CoreColumns::health),
        text("Message", component -> healthy(component).text("message")),
        text("Error", component -> healthy(component).text("error")));
  }

  private static TreeNode healthy(TreeNode component) {
    return component.items("conditions").stream()
        .filter(condition -> condition.text("type").equals("Healthy"))
        .findFirst()
        .orElseGet(TreeNode::empty);
  }

  private static String health(TreeNode component) {
    return switch (healthy(component).text("status")) {
      case "" -> "Unknown";
      case "True" -> "Healthy";
      default -> "Unhealthy";
    };
  }
}
