package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Mappers on a kube-apiserver.
@Tag("real")
class MappersRealTest extends MappersContract {}
