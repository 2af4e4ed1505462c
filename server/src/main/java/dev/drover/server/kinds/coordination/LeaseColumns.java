package dev.drover.server.kinds.coordination;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;

/// Printer columns of leases and their candidates.
final class LeaseColumns {
  private LeaseColumns() {}

  static List<Column> lease() {
    return List.of(name(), text("Holder", Cells.text("spec.holderIdentity")), age());
  }

  static List<Column> leaseCandidate() {
    return List.of(
        name(),
        text("LeaseName", Cells.text("spec.leaseName")),
        text("BinaryVersion", Cells.text("spec.binaryVersion")),
        text("EmulationVersion", Cells.text("spec.emulationVersion")),
        age());
  }
}
