package dev.drover.schema.apply;

/// Marks a value that is not present, as opposed to a JSON null.
enum Absent {
  ABSENT
}
