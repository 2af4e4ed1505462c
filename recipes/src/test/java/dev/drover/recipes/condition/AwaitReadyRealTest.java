package dev.drover.recipes.condition;

import org.junit.jupiter.api.Tag;

/// Waiting on a kube-apiserver.
@Tag("real")
class AwaitReadyRealTest extends AwaitReadyContract {}
