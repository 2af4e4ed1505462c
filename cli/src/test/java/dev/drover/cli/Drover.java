package dev.drover.cli;

import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// `./drover` as a process: the lines of both of its streams, and its exit code.
final class Drover implements AutoCloseable {
  private final ChildProcess process;

  private Drover(ChildProcess process) {
    this.process = process;
  }

  static Drover start(String... arguments) throws IOException {
    return start(Map.of(), arguments);
  }

  /// @param environment overrides variables of this process
  static Drover start(Map<String, String> environment, String... arguments) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                ChildProcess.java(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.drover.cli.Main"));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new Drover(ChildProcess.start(builder));
  }

  /// The result of a command that ran in this JVM.
  ///
  /// @param code its exit code
  record Outcome(int code, String said) {}

  static Outcome run(String... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code = Main.commandLine().setOut(out).setErr(out).execute(arguments);
    return new Outcome(code, said.toString());
  }

  /// Reads until a line matches, and returns it.
  String awaitLine(Predicate<String> wanted) throws InterruptedException {
    return process.awaitLine(wanted);
  }

  /// Reads until a line contains a text, and returns the line.
  String awaitLine(String part) throws InterruptedException {
    return process.awaitLine(part);
  }

  /// The lines that were read so far.
  List<String> said() {
    return process.said();
  }

  void type(String text) throws IOException {
    process.type(text);
  }

  /// Closes the command's input, as the end of a terminal session does.
  void hangUp() throws IOException {
    process.endInput();
  }

  /// Sends SIGTERM to the command alone.
  void stop() {
    process.handle().destroy();
  }

  /// Sends SIGINT to the command and to everything that it started, as a terminal does.
  void pressCtrlC() throws IOException, InterruptedException {
    process.signalAll("INT");
  }

  /// Reads the rest of the output and waits until the command ends; its exit code.
  int awaitExit() throws InterruptedException {
    return process.awaitExit();
  }

  @Override
  public void close() {
    process.close();
  }
}
