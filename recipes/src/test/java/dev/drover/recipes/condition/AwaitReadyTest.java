package dev.drover.recipes.condition;

/// Waiting on the embedded server.
class AwaitReadyTest extends AwaitReadyContract {}
