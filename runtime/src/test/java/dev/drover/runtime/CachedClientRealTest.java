package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// The cached client on a kube-apiserver.
@Tag("real")
class CachedClientRealTest extends CachedClientContract {}
