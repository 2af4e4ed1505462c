package dev.drover.testsupport;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Starts a program with the default dispositions of the signals that end a process.
///
/// A background job of a script, and the step of some CI systems, runs with SIGINT ignored. Every
/// process started from there inherits that, and a JVM leaves an ignored signal ignored. A POSIX
/// shell cannot reset a signal that was ignored when it started; Perl can, and is part of Debian's
/// base system and of macOS.
public final class DefaultSignals {
  private static final String RESET =
      "$SIG{$_} = 'DEFAULT' for qw(HUP INT QUIT TERM); exec { $ARGV[0] } @ARGV or die $!";

  private DefaultSignals() {}

  /// The command that replaces itself with `command`, which keeps the process id. Without Perl it
  /// is the command itself.
  public static List<String> around(List<String> command) {
    List<String> words = new ArrayList<>();
    if (hasPerl()) {
      words.addAll(List.of("perl", "-e", RESET, "--"));
    }
    words.addAll(command);
    return words;
  }

  private static boolean hasPerl() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      if (Files.isExecutable(Path.of(folder, "perl"))) {
        return true;
      }
    }
    return false;
  }
}
