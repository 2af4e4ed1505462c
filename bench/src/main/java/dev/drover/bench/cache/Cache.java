package dev.drover.bench.cache;

import dev.drover.bench.harness.Target;

/// A running cache of one of the compared libraries.
public interface Cache extends AutoCloseable {
  boolean isSynced();

  /// How many objects it holds.
  int size();

  @Override
  void close();

  /// Makes one.
  @FunctionalInterface
  interface Starter {
    /// @param tally gets every event, from one thread at a time
    Cache start(Target target, Served served, Tally tally) throws Exception;
  }
}
