package dev.drover.runtime;

/// The rules of readers and writers on the embedded server.
class ReadWriterTest extends ReadWriterContract {}
