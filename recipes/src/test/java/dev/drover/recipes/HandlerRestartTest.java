package dev.drover.recipes;

import org.junit.jupiter.api.Tag;

/// On the embedded server.
@Tag("slow")
class HandlerRestartTest extends HandlerRestartContract {}
