package dev.drover.server.table;

import java.util.List;

/// Makes columns of the types that tables have.
public final class Columns {
  private Columns() {}

  /// The name of the object, which most tables start with.
  public static Column name() {
    return name(object -> object.at("metadata").text("name"));
  }

  /// The name with a suffix.
  public static Column name(Column.Timeless cell) {
    return text("Name", cell).withFormat("name");
  }

  /// How old the object is.
  public static Column age() {
    return timed(
        "Age", (object, now) -> Ages.since(object.at("metadata").text("creationTimestamp"), now));
  }

  /// A column of texts.
  public static Column text(String name, Column.Timeless cell) {
    return timed(name, (object, now) -> cell.of(object));
  }

  /// A column of texts that depend on the time.
  public static Column timed(String name, Column.Cell cell) {
    return new Column(name, "string", "", "", 0, cell);
  }

  /// A column of numbers.
  public static Column integer(String name, Column.Timeless cell) {
    return text(name, cell).withType("integer");
  }

  /// A column of booleans.
  public static Column truth(String name, Column.Timeless cell) {
    return text(name, cell).withType("boolean");
  }

  /// A cell that no column announces.
  public static Column unannounced(Column.Cell cell) {
    return timed("", cell);
  }

  /// The columns of kinds that define none: name and time of creation.
  public static List<Column> ofOtherKinds() {
    return List.of(
        name(),
        text("Created At", object -> object.at("metadata").text("creationTimestamp"))
            .withType("date"));
  }
}
