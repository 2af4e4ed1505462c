package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Reads of deleted objects on a kube-apiserver.
@Tag("real")
class OwnDeletesRealTest extends OwnDeletesContract {}
