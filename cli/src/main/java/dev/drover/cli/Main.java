package dev.drover.cli;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
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

  /// The message of an exception and of its causes. That of a file is often its path alone.
  private static String reason(Throwable failure) {
    if (failure instanceof FileSystemException file && file.getReason() == null) {
      return switch (file) {
        case NoSuchFileException _ -> "there is no " + file.getFile();
        case AccessDeniedException _ -> "no permission for " + file.getFile();
        case FileAlreadyExistsException _ -> file.getFile() + " exists and is no folder";
        case NotDirectoryException _ -> file.getFile() + " is no folder";
        default -> "cannot use " + file.getFile() + ": " + file.getClass().getSimpleName();
      };
    }
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    Throwable cause = failure.getCause();
    return failure instanceof UncheckedIOException && cause != null
        ? message + ": " + reason(cause)
        : message;
  }
}
