package dev.drover.cli;

import java.io.UncheckedIOException;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The main class of `./drover`.
@Command(
    name = "./drover",
    description = "Kubernetes controllers in Java.",
    subcommands = {
      ApiServerCommand.class,
      CrdCommand.class,
      DemoCommand.class,
      EnvtestAssetsCommand.class,
      EtcdCommand.class,
      GenerateCommand.class,
      InitCommand.class,
      KubeApiServerCommand.class,
      OpenApiCommand.class,
      RbacCommand.class,
      RunCommand.class,
      TopCommand.class,
      TrialCommand.class,
      ValidateCommand.class,
      WatchCommand.class
    })
public final class Main {
  private Main() {}

  /// Runs one command. Exit codes: 0 success, 1 failure, 2 wrong usage.
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    CommandLine drover =
        new CommandLine(new Main())
            .setExecutionExceptionHandler(
                (e, command, result) -> {
                  String reason = reason(e);
                  command.getErr().println("drover: " + reason);
                  Remedies.ofTheGuide().of(reason).ifPresent(command.getErr()::println);
                  return 1;
                });
    // Options that `run` does not know are for the program: ./drover run Shop.java --namespace=shop
    Objects.requireNonNull(drover.getSubcommands().get("run"))
        .setUnmatchedOptionsArePositionalParams(true);
    return drover;
  }

  /// The message of an exception and of its causes.
  private static String reason(Throwable failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    Throwable cause = failure.getCause();
    return failure instanceof UncheckedIOException && cause != null
        ? message + ": " + reason(cause)
        : message;
  }
}
