package dev.drover.recipes.set;

import org.junit.jupiter.api.Tag;

/// On the embedded server.
@Tag("slow")
class SetRestartTest extends SetRestartContract {}
