package dev.drover.server.kinds.resource;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.ArrayList;
import java.util.List;

/// Printer columns of the group `resource.k8s.io`.
final class ResourceColumns {
  private ResourceColumns() {}

  static List<Column> resourceClaim() {
    return List.of(name(), text("State", ResourceColumns::claimState), age());
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

  static List<Column> resourceSlice() {
    return List.of(
        name(),
        text("Node", Cells.text("spec.nodeName")),
        text("Driver", Cells.text("spec.driver")),
        text("Pool", Cells.text("spec.pool.name")),
        age());
  }
}
