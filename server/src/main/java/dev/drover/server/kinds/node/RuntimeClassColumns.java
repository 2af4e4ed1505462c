package dev.drover.server.kinds.node;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;

/// Printer columns of runtime classes.
final class RuntimeClassColumns {
  private RuntimeClassColumns() {}

  static List<Column> runtimeClass() {
    return List.of(name(), text("Handler", Cells.text("handler")), age());
  }
}
