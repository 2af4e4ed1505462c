package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Conversions on a kube-apiserver.
@Tag("real")
class ConversionRealTest extends ConversionContract {}
