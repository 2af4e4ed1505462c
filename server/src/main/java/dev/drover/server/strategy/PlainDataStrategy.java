package dev.drover.server.strategy;

/// For kinds that are plain data without further rules of their own.
public record PlainDataStrategy() implements DataStrategy {}
