package dev.drover.server.strategy;

/// For kinds that are plain data: no status, no generation.
public interface DataStrategy extends Strategy {
  @Override
  default Generation generation() {
    return Generation.NONE;
  }
}
