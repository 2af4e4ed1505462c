package dev.drover.schema.apply;

/// Stands for a value that is not there at all, which is something else than a JSON null.
enum Absent {
  ABSENT
}
