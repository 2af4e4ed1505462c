package dev.drover.recipes;

/// On an embedded server.
class LassoRestartTest extends LassoRestartContract {}
