package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Lasso's way on a kube-apiserver.
@Tag("real")
class SharedControllerFactoryRealTest extends SharedControllerFactoryContract {}
