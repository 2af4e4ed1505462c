package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// The embedded server and the local validator agree.
@Tag("slow")
class ValidatorCorpusTest extends ValidatorCorpusContract {}
