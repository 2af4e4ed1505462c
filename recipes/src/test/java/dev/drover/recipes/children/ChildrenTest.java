package dev.drover.recipes.children;

/// On the embedded server.
class ChildrenTest extends ChildrenContract {}
