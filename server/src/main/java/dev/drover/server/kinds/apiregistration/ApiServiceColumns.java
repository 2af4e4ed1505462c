package dev.drover.server.kinds.apiregistration;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.schema.TreeNode;
import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;

/// Printer columns of API services.
final class ApiServiceColumns {
  private ApiServiceColumns() {}

  static List<Column> apiService() {
    return List.of(
        name(),
        text(
            "Service",
            api ->
                api.at("spec")
                    .child("service")
                    .map(service -> service.text("namespace") + "/" + service.text("name"))
                    .orElse("Local")),
        text("Available", ApiServiceColumns::availability),
        age());
  }

  private static String availability(TreeNode api) {
    return Cells.condition(api, "Available")
        .map(
            condition ->
                condition.text("status").equals("True") || condition.text("reason").isEmpty()
                    ? condition.text("status")
                    : condition.text("status") + " (" + condition.text("reason") + ")")
        .orElse("Unknown");
  }
}
