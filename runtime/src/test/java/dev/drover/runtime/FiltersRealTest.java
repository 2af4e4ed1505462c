package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Filters on a kube-apiserver.
@Tag("real")
class FiltersRealTest extends FiltersContract {}
