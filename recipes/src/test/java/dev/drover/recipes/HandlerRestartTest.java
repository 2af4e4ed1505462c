package dev.drover.recipes;

/// On an embedded server.
class HandlerRestartTest extends ManagerRestartContract {}
