package dev.drover.runtime;

/// Reads of deleted objects on the embedded server.
class OwnDeletesTest extends OwnDeletesContract {}
