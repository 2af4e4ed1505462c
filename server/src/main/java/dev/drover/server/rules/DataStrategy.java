package dev.drover.server.rules;

import dev.drover.server.core.Strategy;
import java.util.List;

/// For kinds that are plain data: no status, no generation.
public interface DataStrategy extends Strategy {
  @Override
  default boolean hasGeneration() {
    return false;
  }

  @Override
  default List<List<String>> resetFields() {
    return List.of();
  }

  @Override
  default List<List<String>> statusResetFields() {
    return List.of();
  }
}
