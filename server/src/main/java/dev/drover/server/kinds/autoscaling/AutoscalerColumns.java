package dev.drover.server.kinds.autoscaling;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.ArrayList;
import java.util.List;

/// Printer columns of autoscalers, in the form of version 2.
final class AutoscalerColumns {
  private AutoscalerColumns() {}

  /// The columns of autoscalers, in the form of version 2.
  static List<Column> autoscaler() {
    return List.of(
        name(),
        text(
            "Reference",
            autoscaler -> {
              TreeNode target = Cells.at(autoscaler, "spec.scaleTargetRef");
              return target.text("kind") + "/" + target.text("name");
            }),
        text("Targets", AutoscalerColumns::targets),
        text("MinPods", AutoscalerColumns::leastPods),
        text("MaxPods", Cells.number("spec.maxReplicas")),
        text("Replicas", Cells.number("status.currentReplicas")),
        age());
  }

  private static String leastPods(TreeNode autoscaler) {
    TreeNode spec = autoscaler.at("spec");
    return spec.has("minReplicas") ? Long.toString(spec.number("minReplicas", 0)) : Cells.UNSET;
  }

  /// The first two metrics with their targets, and how many more there are.
  private static String targets(TreeNode autoscaler) {
    List<TreeNode> metrics = autoscaler.at("spec").items("metrics");
    List<TreeNode> current = autoscaler.at("status").items("currentMetrics");
    if (metrics.isEmpty()) {
      return Cells.NONE;
    }
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < Math.min(2, metrics.size()); i++) {
      shown.add(target(metrics.get(i), i < current.size() ? current.get(i) : TreeNode.empty()));
    }
    return String.join(", ", shown)
        + (metrics.size() > 2 ? " + " + (metrics.size() - 2) + " more..." : "");
  }

  private static String target(TreeNode metric, TreeNode status) {
    return switch (metric.text("type")) {
      case "External" -> valueOrAverage(metric.at("external"), status.at("external"));
      case "Object" -> valueOrAverage(metric.at("object"), status.at("object"));
      case "Pods" -> of(metric.at("pods"), status.at("pods"), "averageValue");
      case "Resource" -> resource(metric.at("resource"), status.at("resource"));
      case "ContainerResource" ->
          resource(metric.at("containerResource"), status.at("containerResource"));
      default -> "<unknown type>";
    };
  }

  private static String valueOrAverage(TreeNode source, TreeNode status) {
    return source.at("target").has("averageValue")
        ? of(source, status, "averageValue") + " (avg)"
        : of(source, status, "value");
  }

  private static String of(TreeNode source, TreeNode status, String field) {
    TreeNode current = status.at("current");
    return (current.has(field) ? current.text(field) : Cells.UNKNOWN)
        + "/"
        + source.at("target").text(field);
  }

  private static String resource(TreeNode source, TreeNode status) {
    String name = source.text("name") + ": ";
    return source.at("target").has("averageValue")
        ? name + of(source, status, "averageValue")
        : name
            + percent(status.at("current"), Cells.UNKNOWN)
            + "/"
            + percent(source.at("target"), "<auto>");
  }

  private static String percent(TreeNode value, String otherwise) {
    return value.has("averageUtilization")
        ? value.number("averageUtilization", 0) + "%"
        : otherwise;
  }
}
