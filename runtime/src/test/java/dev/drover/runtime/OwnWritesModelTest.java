package dev.drover.runtime;

/// Random own writes on the embedded server.
class OwnWritesModelTest extends OwnWritesModelContract {}
