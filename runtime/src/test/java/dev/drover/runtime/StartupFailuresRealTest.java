package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Failures at the start on a kube-apiserver.
@Tag("real")
class StartupFailuresRealTest extends StartupFailuresContract {}
