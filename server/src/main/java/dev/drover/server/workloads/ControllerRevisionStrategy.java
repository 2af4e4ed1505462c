package dev.drover.server.workloads;

import dev.drover.server.core.Strategy;

/// Controller revisions, which keep former states of stateful sets and daemon sets.
public final class ControllerRevisionStrategy implements Strategy {
  @Override
  public boolean hasGeneration() {
    return false;
  }
}
