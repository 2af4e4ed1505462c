package dev.drover.recipes.set;

import org.junit.jupiter.api.Tag;

/// On a kube-apiserver.
@Tag("real")
@Tag("slow")
class SetRestartRealTest extends SetRestartContract {}
