package dev.drover.server.strategy;

/// The strategy of kinds with a status and no further rules.
public record PlainStatusStrategy(Generation generation) implements StatusStrategy {}
