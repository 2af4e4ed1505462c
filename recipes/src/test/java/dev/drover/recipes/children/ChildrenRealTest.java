package dev.drover.recipes.children;

import org.junit.jupiter.api.Tag;

/// On a kube-apiserver.
@Tag("real")
class ChildrenRealTest extends ChildrenContract {}
