package dev.drover.server.kinds.discovery;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;

/// Printer columns of endpoint slices.
final class EndpointSliceColumns {
  private EndpointSliceColumns() {}

  static List<Column> endpointSlice() {
    return List.of(
        name(),
        text("AddressType", Cells.text("addressType")),
        text(
            "Ports",
            slice ->
                Cells.firstThree(
                    slice.items("ports").stream().map(EndpointSliceColumns::slicePort).toList(),
                    Cells.UNSET)),
        text(
            "Endpoints",
            slice ->
                Cells.firstThree(
                    slice.items("endpoints").stream()
                        .flatMap(endpoint -> endpoint.texts("addresses").stream())
                        .toList(),
                    Cells.UNSET)),
        age());
  }

  private static String slicePort(TreeNode port) {
    if (port.has("port")) {
      return Long.toString(port.number("port", 0));
    }
    return port.has("name") ? port.text("name") : "*";
  }
}
