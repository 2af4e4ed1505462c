package dev.drover.runtime;

/// Requests in other versions on the embedded server.
class ConversionRequestsTest extends ConversionRequestsContract {}
