package dev.drover.server.kinds.policy;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;

/// Printer columns of pod disruption budgets.
final class DisruptionBudgetColumns {
  private DisruptionBudgetColumns() {}

  static List<Column> disruptionBudget() {
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
}
