package dev.drover.server.kinds.core.pod;

import static dev.drover.server.table.Cells.isTrue;
import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;
import static dev.drover.server.table.Columns.timed;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Printer columns of pods.
public final class PodColumns {
  private PodColumns() {}

  /// The columns.
  public static List<Column> pod() {
    return List.of(
        name(),
        text("Ready", pod -> PodSummary.of(pod).ready()),
        text("Status", pod -> PodSummary.of(pod).word()),
        timed("Restarts", (pod, now) -> PodSummary.of(pod).restarts(now)),
        age(),
        text("IP", PodColumns::address).wide(),
        text("Node", Cells.filledOr("spec.nodeName", Cells.NONE)).wide(),
        text("Nominated Node", Cells.filledOr("status.nominatedNodeName", Cells.NONE)).wide(),
        text("Readiness Gates", PodColumns::readinessGates).wide());
  }

  private static String address(TreeNode pod) {
    return pod.at("status").items("podIPs").stream()
        .findFirst()
        .map(address -> address.text("ip"))
        .filter(ip -> !ip.isEmpty())
        .orElse(Cells.NONE);
  }

  private static String readinessGates(TreeNode pod) {
    List<TreeNode> gates = pod.at("spec").items("readinessGates");
    long open = gates.stream().filter(gate -> isTrue(pod, gate.text("conditionType"))).count();
    return gates.isEmpty() ? Cells.NONE : open + "/" + gates.size();
  }

  /// The condition of a finished pod's row, by which clients may leave it out.
  public static List<Map<String, @Nullable Object>> rowConditions(TreeNode pod) {
    String phase = pod.at("status").text("phase");
    return switch (phase) {
      case "Succeeded" -> List.of(completed(phase, "The pod has completed successfully."));
      case "Failed" -> List.of(completed(phase, "The pod failed."));
      default -> List.of();
    };
  }

  private static Map<String, @Nullable Object> completed(String reason, String message) {
    Map<String, @Nullable Object> condition = new LinkedHashMap<>();
    condition.put("type", "Completed");
    condition.put("status", "True");
    condition.put("reason", reason);
    condition.put("message", message);
    return condition;
  }
}
