package dev.drover.runtime;

/// Objects of a record with every construct, on the embedded server.
class TypesCorpusTest extends TypesCorpusContract {}
