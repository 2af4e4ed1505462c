package dev.drover.testsupport;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// A program that a test starts: the lines of its output, its input, signals and its exit code.
///
/// Every wait is bounded: a program that says nothing or does not end fails the test with what it
/// said before. The program starts with [DefaultSignals].
///
/// ```java
/// try (ChildProcess program = ChildProcess.start(new ProcessBuilder("sh", "-c", "echo ready; cat"))) {
///   program.awaitLine("ready");
///   program.signal("TERM");
///   assertThat(program.awaitExit()).isEqualTo(143);
/// }
/// ```
///
/// For one thread.
public final class ChildProcess implements AutoCloseable {
  /// How long each wait takes at most: JVMs start slowly on a busy machine.
  public static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final Duration patience;
  private final BlockingQueue<Line> output = new LinkedBlockingQueue<>();
  private final List<String> said = new ArrayList<>();

  /// A line of output, or its end.
  private sealed interface Line {
    record Text(String text) implements Line {}

    record End() implements Line {}
  }

  private ChildProcess(Process process, Duration patience) {
    this.process = process;
    this.patience = patience;
  }

  /// Starts a program whose error stream the builder may have merged, discarded or left alone;
  /// lines are read from its output alone.
  public static ChildProcess start(ProcessBuilder builder) throws IOException {
    return start(builder, PATIENCE);
  }

  static ChildProcess start(ProcessBuilder builder, Duration patience) throws IOException {
    builder.command(DefaultSignals.around(builder.command()));
    ChildProcess child = new ChildProcess(builder.start(), patience);
    Thread.ofPlatform().daemon().name("output of child process").start(child::read);
    return child;
  }

  /// The `java` of this JVM.
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// What a program that ended by itself left.
  ///
  /// @param output the lines of both streams, each with its end
  public record Ended(int exitCode, String output) {}

  /// Runs a program to its end, without input.
  public static Ended run(ProcessBuilder builder) throws IOException, InterruptedException {
    return run(builder, PATIENCE);
  }

  /// As [#run(ProcessBuilder)], for a program that may take longer or shorter.
  public static Ended run(ProcessBuilder builder, Duration limit)
      throws IOException, InterruptedException {
    try (ChildProcess child = start(builder.redirectErrorStream(true), limit)) {
      child.endInput();
      int code = child.awaitExit();
      return new Ended(code, child.said.stream().map(line -> line + "\n").collect(joining()));
    }
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(line -> output.add(new Line.Text(line)));
    } catch (IOException | UncheckedIOException e) {
      output.add(new Line.Text("(output cannot be read: " + e + ")"));
    } finally {
      output.add(new Line.End());
    }
  }

  /// Reads until a line matches, and returns it.
  public String awaitLine(Predicate<String> wanted) throws InterruptedException {
    while (true) {
      switch (next()) {
        case Line.Text(String text) when wanted.test(text) -> {
          return text;
        }
        case Line.Text _ -> {}
        case Line.End _ -> throw new AssertionError("the program ended, having said " + said);
      }
    }
  }

  /// Reads until a line contains a text, and returns the line.
  public String awaitLine(String part) throws InterruptedException {
    return awaitLine(line -> line.contains(part));
  }

  private Line next() throws InterruptedException {
    Line line = output.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (line == null) {
      throw new AssertionError(
          "the program said nothing for %d s, after %s".formatted(patience.toSeconds(), said));
    }
    if (line instanceof Line.Text(String text)) {
      said.add(text);
    }
    return line;
  }

  /// The lines that were read so far.
  public List<String> said() {
    return said;
  }

  /// Writes to the program's input.
  public void type(String text) throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).append(text).flush();
  }

  /// Closes the program's input.
  public void endInput() throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).close();
  }

  /// The process.
  public ProcessHandle handle() {
    return process.toHandle();
  }

  /// Sends a signal, such as `TERM`, to the program.
  public void signal(String name) throws IOException, InterruptedException {
    signal(name, Stream.of(handle()));
  }

  /// Sends a signal to the program and to everything that it started, as a terminal does.
  public void signalAll(String name) throws IOException, InterruptedException {
    signal(name, Stream.concat(process.descendants(), Stream.of(handle())));
  }

  private static void signal(String name, Stream<ProcessHandle> processes)
      throws IOException, InterruptedException {
    List<String> kill = new ArrayList<>(List.of("kill", "-" + name));
    processes.map(handle -> String.valueOf(handle.pid())).forEach(kill::add);
    Ended ended = run(new ProcessBuilder(kill));
    assertThat(ended.exitCode()).as(ended.output()).isZero();
  }

  /// Reads the rest of the output and waits until the program ends by itself; its exit code.
  public int awaitExit() throws InterruptedException {
    while (next() instanceof Line.Text) {
      // a program that still talks is still at work
    }
    output.add(new Line.End()); // for the next reader
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("the program does not end, having said " + said);
    }
    return process.exitValue();
  }

  /// Ends the program and what it started, if they still run.
  @Override
  public void close() {
    List<ProcessHandle> started = process.descendants().toList();
    process.toHandle().destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
  }
}
