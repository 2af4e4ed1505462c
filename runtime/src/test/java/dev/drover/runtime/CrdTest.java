package dev.drover.runtime;

/// Definitions from records on the embedded server.
class CrdTest extends CrdContract {}
