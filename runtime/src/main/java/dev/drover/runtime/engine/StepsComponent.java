package dev.drover.runtime.engine;

import dev.drover.runtime.Component;
import java.time.Duration;

/// A component whose start and stop are two functions.
///
/// @param begin returns when it works
/// @param end takes no longer than it must, so that it needs no limit
public record StepsComponent(String name, Step begin, Step end) implements Component {
  /// What is done.
  @FunctionalInterface
  public interface Step {
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
