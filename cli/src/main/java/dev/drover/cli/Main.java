package dev.drover.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/// What `./drover` starts.
@Command(
    name = "./drover",
    description = "Kubernetes controllers in Java.",
    subcommands = ApiServerCommand.class)
public final class Main {
  private Main() {}

  /// Runs one command; ends with 0 when it worked, with 2 when it was called in a wrong way.
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (e, command, result) -> {
              String reason = e.getMessage() == null ? e.toString() : e.getMessage();
              command.getErr().println("drover: " + reason);
              return 1;
            });
  }
}
