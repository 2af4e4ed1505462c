package dev.drover.server.table;

import java.util.List;

/// Makes columns of the kinds that tables have.
final class Columns {
  private Columns() {}

  /// The name of the object, which most tables start with.
  static Column name() {
    return name(object -> object.at("metadata").text("name"));
  }

  /// The name with something behind it.
  static Column name(Column.Timeless cell) {
    return text("Name", cell).withFormat("name");
  }

  /// How old the object is.
  static Column age() {
    return timed(
        "Age", (object, now) -> Ages.since(object.at("metadata").text("creationTimestamp"), now));
  }

  static Column text(String name, Column.Timeless cell) {
    return timed(name, (object, now) -> cell.of(object));
  }

  static Column timed(String name, Column.Cell cell) {
    return new Column(name, "string", "", "", 0, cell);
  }

  static Column integer(String name, Column.Timeless cell) {
    return text(name, cell).withType("integer");
  }

  static Column truth(String name, Column.Timeless cell) {
    return text(name, cell).withType("boolean");
  }

  /// A cell that no column announces.
  static Column unannounced(Column.Cell cell) {
    return timed("", cell);
  }

  /// The columns of kinds that nobody thought of columns for.
  static List<Column> ofKindsWithoutTheirOwn() {
    return List.of(
        name(),
        text("Created At", object -> object.at("metadata").text("creationTimestamp"))
            .withType("date"));
  }
}
