package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// The rules of readers and writers on kube-apiserver.
@Tag("real")
class ReadWriterRealTest extends ReadWriterContract {}
