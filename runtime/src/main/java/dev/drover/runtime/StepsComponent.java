package dev.drover.runtime;

import java.time.Duration;

/// Two methods of something as a part of a manager.
///
/// @param begin returns when it works
/// @param end takes no longer than it must, so that it needs no limit
record StepsComponent(String name, Step begin, Step end) implements Component {
  /// What is done.
  @FunctionalInterface
  interface Step {
    void take() throws Exception;
  }

  @Override
  public void start() throws Exception {
    begin.take();
  }

  @Override
  public void stop(Duration grace) throws Exception {
    end.take();
  }
}
