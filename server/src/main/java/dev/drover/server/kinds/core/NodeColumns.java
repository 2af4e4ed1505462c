package dev.drover.server.kinds.core;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;
import java.util.TreeSet;

/// Printer columns of nodes.
final class NodeColumns {
  private NodeColumns() {}

  static List<Column> node() {
    return List.of(
        name(),
        text("Status", NodeColumns::nodeStatus),
        text("Roles", NodeColumns::roles),
        age(),
        text("Version", Cells.text("status.nodeInfo.kubeletVersion")),
        text("Internal-IP", node -> address(node, "InternalIP")).wide(),
        text("External-IP", node -> address(node, "ExternalIP")).wide(),
        text("OS-Image", Cells.filledOr("status.nodeInfo.osImage", Cells.UNKNOWN)).wide(),
        text("Kernel-Version", NodeColumns::kernel).wide(),
        text(
                "Container-Runtime",
                Cells.filledOr("status.nodeInfo.containerRuntimeVersion", Cells.UNKNOWN))
            .wide());
  }

  private static String nodeStatus(TreeNode node) {
    String ready =
        Cells.condition(node, "Ready")
            .map(condition -> condition.text("status").equals("True") ? "Ready" : "NotReady")
            .orElse("Unknown");
    return ready + (node.at("spec").isTrue("unschedulable") ? ",SchedulingDisabled" : "");
  }

  private static String roles(TreeNode node) {
    String prefix = "node-role.kubernetes.io/";
    TreeSet<String> roles = new TreeSet<>();
    node.at("metadata")
        .textMap("labels")
        .forEach(
            (label, value) -> {
              if (label.startsWith(prefix)) {
                roles.add(label.substring(prefix.length()));
              } else if (label.equals("kubernetes.io/role")) {
                roles.add(value);
              }
            });
    roles.remove("");
    return roles.isEmpty() ? Cells.NONE : String.join(",", roles);
  }

  private static String address(TreeNode node, String type) {
    return node.at("status").items("addresses").stream()
        .filter(address -> address.text("type").equals(type))
        .findFirst()
        .map(address -> address.text("address"))
        .orElse(Cells.NONE);
  }

  private static String kernel(TreeNode node) {
    TreeNode info = Cells.at(node, "status.nodeInfo");
    String version = info.text("kernelVersion");
    String architecture = info.text("architecture");
    return (version.isEmpty() ? Cells.UNKNOWN : version)
        + (architecture.isEmpty() ? "" : " (" + architecture + ")");
  }
}
