package dev.drover.runtime;

/// Conversions on the embedded server.
class ConversionTest extends ConversionContract {}
