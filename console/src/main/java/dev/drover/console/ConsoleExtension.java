package dev.drover.console;

import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerExtension;
import dev.drover.runtime.ManagerOptions;

/// Adds the console to managers of a program that does not know it. System properties switch it on:
///
/// ```sh
/// java -Ddrover.extensions=dev.drover.console.ConsoleExtension -Ddrover.console.port=8090 Shop.java
/// ```
///
/// | property                 | value                                                            |
/// |--------------------------|------------------------------------------------------------------|
/// | `drover.console.port`    | the port; without it, or if it is taken, any that is free        |
/// | `drover.console.actions` | `true` = objects can be reconciled from the page                 |
/// | `drover.console.token`   | the token; without it, that of the environment variable          |
/// |                          | `DROVER_CONSOLE_TOKEN`, which other users of a machine cannot    |
/// |                          | see; without both, a random one, which is logged                 |
///
/// `./drover run --console Shop.java` sets them.
public final class ConsoleExtension implements ManagerExtension {
  private final Console console =
      Console.of(ConsoleOptions.defaults().with(ConsoleExtension::fromProperties));

  /// For the search for service providers.
  public ConsoleExtension() {}

  private static void fromProperties(ConsoleOptions.Builder options) {
    options.port(Integer.getInteger("drover.console.port", 0)).fallBack();
    if (Boolean.getBoolean("drover.console.actions")) {
      options.actions();
    }
    String token =
        System.getProperty(
            "drover.console.token", System.getenv().getOrDefault("DROVER_CONSOLE_TOKEN", ""));
    if (!token.isEmpty()) {
      options.token(token);
    }
  }

  @Override
  public ManagerOptions configure(String manager, ManagerOptions options) {
    return console.configure(manager, options);
  }

  @Override
  public void connected(Manager manager) {
    console.connected(manager);
  }
}
