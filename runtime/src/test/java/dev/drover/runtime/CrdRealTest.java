package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Definitions from records on a kube-apiserver.
@Tag("real")
class CrdRealTest extends CrdContract {}
