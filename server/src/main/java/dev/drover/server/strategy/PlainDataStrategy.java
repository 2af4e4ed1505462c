package dev.drover.server.strategy;

/// The strategy of kinds that are data without further rules.
public record PlainDataStrategy() implements DataStrategy {}
