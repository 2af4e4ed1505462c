package dev.drover.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A program that cannot outlive this JVM.
///
/// A shell stands between the two and waits for the end of its standard input, which only we hold
/// open. [#stop()] closes it; so does the kernel when the JVM ends in whatever way. The shell then
/// kills the program, deletes the folder and exits.
///
/// ```
///   JVM ──pipe──▶ sh ──▶ program        pipe closed: kill -9, rm -rf folder
///                                       program ends by itself: sh ends with its exit code
/// ```
///
/// Killing is enough: nothing in the folder is needed afterwards.
final class Child {
  private static final int LOG_LINES_SHOWN = 30;

  private static final String SHELL =
      """
      folder=$1 log=$2
      shift 2
      exec 3<&0
      "$@" >"$log" 2>&1 </dev/null 3<&- &
      child=$!
      trap 'wait $child; rm -rf "$folder"; exit 0' USR1
      trap '' HUP INT TERM
      (read -r _ <&3; kill -USR1 $$; kill -9 $child) &
      watcher=$!
      exec 3<&-
      wait $child
      code=$?
      kill -9 $watcher
      exit $code
      """;

  private final String name;
  private final Path log;
  private final Process shell;

  private Child(String name, Path log, Process shell) {
    this.name = name;
    this.log = log;
    this.shell = shell;
  }

  /// Starts a program in `folder`, which it may share with other children; its output goes to a
  /// file there.
  static Child start(String name, Path folder, List<String> command) {
    Path log = folder.resolve(name + ".log");
    var line = new ArrayList<>(List.of("sh", "-c", SHELL, "sh", folder.toString(), log.toString()));
    line.addAll(command);
    try {
      var shell =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return new Child(name, log, shell);
    } catch (IOException e) {
      throw new ControlPlaneException("cannot start " + command.getFirst(), e);
    }
  }

  String name() {
    return name;
  }

  /// Waits up to `pause` for the program to end by itself.
  boolean endsWithin(Duration pause) throws InterruptedException {
    return shell.waitFor(pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  int exitCode() {
    return shell.exitValue();
  }

  String log() {
    try {
      return Files.exists(log) ? Files.readString(log, StandardCharsets.UTF_8) : "";
    } catch (IOException e) {
      throw new UncheckedIOException("read " + log, e);
    }
  }

  /// The end of the log, for an error message.
  String lastLines() {
    var lines = log().lines().toList();
    var shown = lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size());
    return shown.isEmpty()
        ? name + " wrote nothing"
        : "last lines of " + name + ":\n  " + String.join("\n  ", shown);
  }

  /// Kills the program and waits until it is gone.
  void stop() {
    boolean interrupted = Thread.interrupted();
    try {
      shell.getOutputStream().close();
      while (true) {
        try {
          shell.waitFor();
          return;
        } catch (InterruptedException e) {
          interrupted = true; // a killed program is gone in milliseconds: finish, then tell
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("close the pipe to " + name, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
