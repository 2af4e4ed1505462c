package dev.drover.runtime;

/// Failures at the start on the embedded server.
class StartupFailuresTest extends StartupFailuresContract {}
