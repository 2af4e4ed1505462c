package dev.drover.runtime;

/// Lists of definitions from records on the embedded server.
class DefinitionListsTest extends DefinitionListsContract {}
