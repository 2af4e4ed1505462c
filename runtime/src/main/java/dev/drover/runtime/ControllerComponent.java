package dev.drover.runtime;

import dev.drover.runtime.engine.QueuedController;
import java.time.Duration;

/// A controller as a component of a manager. A controller that was closed before the start is not
/// started.
record ControllerComponent(QueuedController controller) implements Component {
  @Override
  public String name() {
    return "controller " + controller.name();
  }

  @Override
  public void start() throws InterruptedException {
    unlessClosed(controller::start);
  }

  /// The part of the start that a standby does too.
  void startSources() throws InterruptedException {
    unlessClosed(controller::startSources);
  }

  private interface Step {
    void run() throws InterruptedException;
  }

  private void unlessClosed(Step step) throws InterruptedException {
    try {
      step.run();
    } catch (IllegalStateException e) {
      if (!controller.isClosed()) {
        throw e;
      }
    }
  }

  @Override
  public void stop(Duration grace) throws InterruptedException {
    if (!controller.stop(grace)) {
      throw new IllegalStateException(
          "reconciles that were running after " + grace.toMillis() + " ms were interrupted");
    }
  }
}
