package dev.drover.server.table;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.api.GroupKind;
import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// How many pods there are to be, and the devices that they claim.
final class ScalingColumns {
  private static final String DEVICES = "resource.k8s.io";

  private ScalingColumns() {}

  static Map<GroupKind, List<Column>> all() {
    return Map.of(
        new GroupKind("policy", "PodDisruptionBudget"), disruptionBudget(),
        new GroupKind("autoscaling", "HorizontalPodAutoscaler"), autoscaler(),
        new GroupKind("autoscaling", "Scale"), scale(),
        new GroupKind(DEVICES, "DeviceClass"), List.of(name(), age()),
        new GroupKind(DEVICES, "ResourceClaim"), resourceClaim(),
        new GroupKind(DEVICES, "ResourceClaimTemplate"), List.of(name(), age()),
        new GroupKind(DEVICES, "ResourceSlice"), resourceSlice());
  }

  private static List<Column> disruptionBudget() {
    return List.of(
        name(),
        text("Min Available", budget -> numberOrShare(budget.at("spec"), "minAvailable")),
        text("Max Unavailable", budget -> numberOrShare(budget.at("spec"), "maxUnavailable")),
        integer("Allowed Disruptions", Cells.number("status.disruptionsAllowed")),
        age());
  }

  private static String numberOrShare(TreeNode spec, String field) {
    Object value = spec.get(field);
    return value == null ? "N/A" : value.toString();
  }

  /// The columns of autoscalers, in the form of version 2.
  private static List<Column> autoscaler() {
    return List.of(
        name(),
        text(
            "Reference",
            autoscaler -> {
              TreeNode target = Cells.at(autoscaler, "spec.scaleTargetRef");
              return target.text("kind") + "/" + target.text("name");
            }),
        text("Targets", ScalingColumns::targets),
        text("MinPods", ScalingColumns::leastPods),
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

  private static List<Column> scale() {
    return List.of(
        name().withFormat(""),
        integer("Desired", Cells.number("spec.replicas")),
        integer("Available", Cells.number("status.replicas")),
        age());
  }

  private static List<Column> resourceClaim() {
    return List.of(name(), text("State", ScalingColumns::claimState), age());
  }

  private static String claimState(TreeNode claim) {
    List<String> states = new ArrayList<>();
    boolean isDeleted = Cells.isBeingDeleted(claim);
    TreeNode status = claim.at("status");
    if (isDeleted) {
      states.add("deleted");
    }
    if (status.has("allocation")) {
      states.add("allocated");
      if (!status.list("reservedFor").isEmpty()) {
        states.add("reserved");
      }
    } else if (!isDeleted) {
      states.add("pending");
    }
    return String.join(",", states);
  }

  private static List<Column> resourceSlice() {
    return List.of(
        name(),
        text("Node", Cells.text("spec.nodeName")),
        text("Driver", Cells.text("spec.driver")),
        text("Pool", Cells.text("spec.pool.name")),
        age());
  }
}
