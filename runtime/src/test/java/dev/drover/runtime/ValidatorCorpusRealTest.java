package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// kube-apiserver and the local validator agree.
@Tag("real")
class ValidatorCorpusRealTest extends ValidatorCorpusContract {}
