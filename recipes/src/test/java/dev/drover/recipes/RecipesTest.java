package dev.drover.recipes;

/// On the embedded server.
class RecipesTest extends RecipesContract {}
