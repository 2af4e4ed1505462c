package dev.drover.runtime;

import java.time.Duration;

/// A controller as a part of a manager.
record ControllerComponent(Controller controller) implements Component {
  @Override
  public String name() {
    return "controller " + controller.name();
  }

  @Override
  public void start() throws InterruptedException {
    controller.start();
  }

  @Override
  public void stop(Duration grace) throws InterruptedException {
    if (!controller.stop(grace)) {
      throw new IllegalStateException(
          "reconciles that were running after " + grace.toMillis() + " ms were interrupted");
    }
  }
}
