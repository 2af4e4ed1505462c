package dev.drover.runtime;

/// The embedded server and the local validator agree.
class ValidatorCorpusTest extends ValidatorCorpusContract {}
