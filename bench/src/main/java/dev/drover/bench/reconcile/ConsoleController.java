package dev.drover.bench.reconcile;

import dev.drover.bench.console.Viewer;
import dev.drover.bench.harness.Target;
import dev.drover.console.Console;
import dev.drover.console.ConsoleOptions;
import dev.drover.runtime.ManagerOptions;
import java.io.IOException;

/// The work as a controller of Drover whose manager has a console.
final class ConsoleController {
  private ConsoleController() {}

  /// @param isViewed whether a process of its own follows the console, until this one ends
  static void start(Target target, Job job, boolean isViewed)
      throws InterruptedException, IOException {
    Console console = Console.of(ConsoleOptions.defaults().with(o -> o.port(0)));
    DroverController.start(target, job, ManagerOptions.defaults().with(o -> o.extension(console)));
    if (isViewed) {
      var _ = Viewer.of(console);
    }
  }
}
