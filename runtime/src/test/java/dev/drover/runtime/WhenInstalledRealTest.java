package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Kinds that come and go on a kube-apiserver.
@Tag("real")
class WhenInstalledRealTest extends WhenInstalledContract {}
