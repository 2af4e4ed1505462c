package dev.drover.server.builtin;

/// For kinds that are plain data without further rules of their own.
record PlainDataStrategy() implements DataStrategy {}
