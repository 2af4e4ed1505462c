package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Requests in other versions on a kube-apiserver.
@Tag("real")
class ConversionRequestsRealTest extends ConversionRequestsContract {}
