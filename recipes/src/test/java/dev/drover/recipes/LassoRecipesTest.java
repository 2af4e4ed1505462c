package dev.drover.recipes;

/// On the embedded server.
class LassoRecipesTest extends LassoRecipesContract {}
