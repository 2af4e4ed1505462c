package dev.drover.runtime;

import java.util.Optional;

/// Makes the manager that a program connects, and says when it starts: for tools that run whole
/// programs, such as trials.
///
/// ```java
/// ManagerHost.run(host, () -> new IcecreamRecipe().main(args));
/// ```
///
/// Within [#run], on that thread, [Manager#connect] asks the host, whatever cluster the program
/// names; [Manager#run] and [Manager#start] leave the start to the host, and [Manager#run] handles
/// no signals.
public interface ManagerHost {
  /// A program.
  @FunctionalInterface
  interface Program {
    /// Runs the program.
    void run() throws Exception;
  }

  /// Makes a manager. What this connects itself is not hosted.
  ///
  /// @param name that the program gives it
  /// @param options that the program gives it
  Manager connect(String name, ManagerOptions options);

  /// Returns when the host has started the manager, which the program has set up.
  void awaitStart(Manager manager) throws InterruptedException;

  /// Runs a program whose manager the host makes.
  static void run(ManagerHost host, Program program) throws Exception {
    ScopedValue.where(Manager.HOST, Optional.of(host))
        .call(
            () -> {
              program.run();
              return true;
            });
  }
}
