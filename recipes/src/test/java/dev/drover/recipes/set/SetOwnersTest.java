package dev.drover.recipes.set;

/// On the embedded server.
class SetOwnersTest extends SetOwnersContract {}
