package dev.drover.server.kinds.scheduling;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.integer;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;
import static dev.drover.server.table.Columns.truth;

import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;

/// Printer columns of priority classes.
final class PriorityClassColumns {
  private PriorityClassColumns() {}

  static List<Column> priorityClass() {
    return List.of(
        name(),
        integer("Value", Cells.number("value")),
        truth("Global-Default", Cells.truth("globalDefault", false)),
        age(),
        text("PreemptionPolicy", Cells.text("preemptionPolicy")));
  }
}
