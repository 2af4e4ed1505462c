package dev.drover.cli;

import java.io.UncheckedIOException;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// What `./drover` starts.
@Command(
    name = "./drover",
    description = "Kubernetes controllers in Java.",
    subcommands = {ApiServerCommand.class, DemoCommand.class, RunCommand.class, WatchCommand.class})
public final class Main {
  private Main() {}

  /// Runs one command; ends with 0 when it worked, with 2 when it was called in a wrong way.
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine drover =
        new CommandLine(new Main())
            .setExecutionExceptionHandler(
                (e, command, result) -> {
                  command.getErr().println("drover: " + reason(e));
                  return 1;
                });
    // What `run` does not know is for the program: ./drover run Shop.java --namespace=shop
    Objects.requireNonNull(drover.getSubcommands().get("run"))
        .setUnmatchedOptionsArePositionalParams(true);
    return drover;
  }

  /// What went wrong, and why.
  private static String reason(Throwable failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    Throwable cause = failure.getCause();
    return failure instanceof UncheckedIOException && cause != null
        ? message + ": " + reason(cause)
        : message;
  }
}
