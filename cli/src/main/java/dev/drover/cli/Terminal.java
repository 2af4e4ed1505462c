package dev.drover.cli;

import java.io.BufferedReader;
import java.io.Console;
import org.jspecify.annotations.Nullable;

/// Whether a person is there.
final class Terminal {
  private Terminal() {}

  /// Whether input and output are a terminal, so that somebody can be asked and lines can be
  /// written over.
  static boolean isThere() {
    return input() != null;
  }

  /// Where a person types; none when there is nobody.
  @SuppressWarnings("SystemConsoleNull") // its contract still allows null
  static @Nullable BufferedReader input() {
    Console console = System.console();
    return console != null && console.isTerminal() ? new BufferedReader(console.reader()) : null;
  }
}
