package dev.drover.runtime;

/// Filters on the embedded server.
class FiltersTest extends FiltersContract {}
