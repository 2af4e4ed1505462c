package dev.drover.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The input and output of a command, mixed into every command.
final class Terminal {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "this text")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec command;

  /// Prints one line and flushes it.
  void say(String text) {
    out().println(text);
    out().flush();
  }

  PrintWriter out() {
    return command.commandLine().getOut();
  }

  PrintWriter err() {
    return command.commandLine().getErr();
  }

  /// Whether input and output are a terminal: a user can answer, and lines can be overwritten.
  static boolean isThere() {
    return input() != null;
  }

  /// Whether input, output and errors are a terminal that knows more than lines.
  static boolean canBeDrawnOn() throws InterruptedException {
    String kind = System.getenv().getOrDefault("TERM", "dumb");
    if (!isThere() || kind.isEmpty() || kind.equals("dumb")) {
      return false;
    }
    try {
      // Java knows nothing of the third stream.
      return new ProcessBuilder("sh", "-c", "test -t 2").inheritIO().start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// The console; null without a terminal.
  @SuppressWarnings("SystemConsoleNull") // its contract still allows null
  static @Nullable BufferedReader input() {
    Console console = System.console();
    return console != null && console.isTerminal() ? new BufferedReader(console.reader()) : null;
  }
}
