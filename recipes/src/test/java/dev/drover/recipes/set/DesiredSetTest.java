package dev.drover.recipes.set;

/// On the embedded server.
class DesiredSetTest extends DesiredSetContract {}
