package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// What a cache answers before it has synced, on a kube-apiserver.
@Tag("real")
class CacheReadinessRealTest extends CacheReadinessContract {}
