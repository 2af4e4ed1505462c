package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// `./drover` as a process: what it says, on both of its streams, and how it ends.
final class Drover implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;
  private final List<String> said = new ArrayList<>();

  private Drover(Process process) {
    this.process = process;
    this.lines = process.inputReader(StandardCharsets.UTF_8);
  }

  static Drover start(String... arguments) throws IOException {
    return start(Map.of(), arguments);
  }

  /// @param environment in place of this process's, where it says something
  static Drover start(Map<String, String> environment, String... arguments) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.drover.cli.Main"));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().putAll(environment);
    return new Drover(builder.start());
  }

  /// A command in this JVM that ends by itself.
  ///
  /// @param code what it ended with
  record Outcome(int code, String said) {}

  static Outcome run(String... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int code = Main.commandLine().setOut(out).setErr(out).execute(arguments);
    return new Outcome(code, said.toString());
  }

  /// Reads on until a line is as wanted.
  String awaitLine(Predicate<String> wanted) throws IOException {
    while (true) {
      String line = lines.readLine();
      assertThat(line).as("it ended, having said %s", said).isNotNull();
      said.add(line);
      if (wanted.test(line)) {
        return line;
      }
    }
  }

  String awaitLine(String part) throws IOException {
    return awaitLine(line -> line.contains(part));
  }

  /// All lines so far.
  List<String> said() {
    return said;
  }

  void type(String text) throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).append(text).flush();
  }

  /// Says that nothing more will be typed.
  void hangUp() throws IOException {
    process.getOutputStream().close();
  }

  /// What Ctrl-C does, without a terminal: SIGTERM.
  void stop() {
    process.toHandle().destroy(); // Process.destroy would close the streams, too
  }

  /// What a terminal does: SIGINT for the process and for all that it started.
  void pressCtrlC() throws IOException, InterruptedException {
    List<String> kill = new ArrayList<>(List.of("kill", "-INT"));
    Stream.concat(process.descendants(), Stream.of(process.toHandle()))
        .map(handle -> String.valueOf(handle.pid()))
        .forEach(kill::add);
    assertThat(new ProcessBuilder(kill).inheritIO().start().waitFor()).isZero();
  }

  /// Reads all that is left.
  int awaitExit() throws IOException, InterruptedException {
    lines.lines().forEach(said::add);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.toHandle().destroyForcibly();
  }
}
