package dev.drover.server.strategy;

/// For kinds with a status and nothing else that is special.
public record PlainStatusStrategy(Generation generation) implements StatusStrategy {}
