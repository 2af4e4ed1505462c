package dev.drover.recipes;

import org.junit.jupiter.api.Tag;

/// On an embedded server.
@Tag("slow")
class LassoRestartTest extends LassoRestartContract {}
