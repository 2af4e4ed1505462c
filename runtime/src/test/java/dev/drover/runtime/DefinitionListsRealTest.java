package dev.drover.runtime;

import org.junit.jupiter.api.Tag;

/// Lists of definitions from records on a kube-apiserver.
@Tag("real")
class DefinitionListsRealTest extends DefinitionListsContract {}
