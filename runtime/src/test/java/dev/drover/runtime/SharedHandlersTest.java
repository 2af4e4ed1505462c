package dev.drover.runtime;

/// Handlers of shared controllers on the embedded server.
class SharedHandlersTest extends SharedHandlersContract {}
