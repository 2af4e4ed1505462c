package dev.drover.runtime;

/// A manager on the embedded server.
class ManagerTest extends ManagerContract {}
