package dev.drover.recipes.set;

/// On the embedded server.
class SetSafetyTest extends SetSafetyContract {}
