package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Random own writes on a kube-apiserver.
@Tag("real")
class OwnWritesModelRealTest extends OwnWritesModelContract {}
