package dev.drover.server.rules;

import dev.drover.server.core.Strategy;

/// For kinds that are plain data: no status, no generation.
public interface DataStrategy extends Strategy {
  @Override
  default boolean hasGeneration() {
    return false;
  }
}
