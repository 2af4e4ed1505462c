package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Handlers of shared controllers on a kube-apiserver.
@Tag("real")
class SharedHandlersRealTest extends SharedHandlersContract {}
