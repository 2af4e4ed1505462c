package dev.drover.recipes.set;

import org.junit.jupiter.api.Tag;

/// On a kube-apiserver.
@Tag("real")
class SetOwnersRealTest extends SetOwnersContract {}
