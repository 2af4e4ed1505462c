package dev.drover.recipes;

import org.junit.jupiter.api.Tag;

/// On a kube-apiserver.
@Tag("real")
@Tag("slow")
class LassoRestartRealTest extends LassoRestartContract {}
