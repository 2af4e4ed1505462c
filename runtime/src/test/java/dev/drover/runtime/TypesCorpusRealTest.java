package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Objects of a record with every construct, on a kube-apiserver.
@Tag("real")
class TypesCorpusRealTest extends TypesCorpusContract {}
