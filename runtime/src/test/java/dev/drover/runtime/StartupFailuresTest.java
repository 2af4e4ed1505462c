package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Failures at the start on the embedded server.
@Tag("slow")
class StartupFailuresTest extends StartupFailuresContract {}
