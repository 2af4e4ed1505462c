package dev.drover.server.kinds.flowcontrol;

import static dev.drover.server.table.Columns.age;
import static dev.drover.server.table.Columns.name;
import static dev.drover.server.table.Columns.text;

import dev.drover.server.table.Cells;
import dev.drover.server.table.Column;
import java.util.List;

/// Printer columns of flow schemas and priority levels.
final class FlowControlColumns {
  private FlowControlColumns() {}

  static List<Column> flowSchema() {
    return List.of(
        name(),
        text("PriorityLevel", Cells.text("spec.priorityLevelConfiguration.name")),
        text("MatchingPrecedence", Cells.number("spec.matchingPrecedence")),
        text("DistinguisherMethod", Cells.textOr("spec.distinguisherMethod.type", Cells.NONE)),
        age(),
        text(
            "MissingPL",
            schema ->
                Cells.condition(schema, "Dangling")
                    .map(condition -> condition.text("status"))
                    .orElse("?")));
  }

  static List<Column> priorityLevel() {
    String queuing = "spec.limited.limitResponse.queuing.";
    return List.of(
        name(),
        text("Type", Cells.text("spec.type")),
        text(
            "NominalConcurrencyShares",
            Cells.numberOr("spec.limited.nominalConcurrencyShares", Cells.NONE)),
        text("Queues", Cells.numberOr(queuing + "queues", Cells.NONE)),
        text("HandSize", Cells.numberOr(queuing + "handSize", Cells.NONE)),
        text("QueueLengthLimit", Cells.numberOr(queuing + "queueLengthLimit", Cells.NONE)),
        age());
  }
}
