package dev.drover.runtime;

/// Mappers on the embedded server.
class MappersTest extends MappersContract {}
