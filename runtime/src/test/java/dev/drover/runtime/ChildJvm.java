package dev.drover.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.client.Client;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.core.v1.ConfigMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// Another JVM that runs a program of the tests, which says on its output what happens to it.
final class ChildJvm implements AutoCloseable {
  private static final int SOON = 60; // seconds: JVMs start slowly on a busy machine

  private final Process process;
  private final BlockingQueue<String> output = new LinkedBlockingQueue<>();

  private ChildJvm(Process process) {
    this.process = process;
    Thread.ofVirtual().start(this::read);
  }

  static ChildJvm start(Class<?> main, String... arguments) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath()));
    line.add(main.getName());
    line.addAll(List.of(arguments));
    return new ChildJvm(
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD).start());
  }

  /// What the other JVM needs; this one's class path may be hidden in a class loader.
  private static String classPath() throws Exception {
    return Stream.of(
            ChildJvm.class,
            Manager.class,
            SharedIndexInformer.class,
            Client.class,
            Kind.class,
            ConfigMap.class,
            Logger.class,
            Nullable.class,
            Class.forName("org.snakeyaml.engine.v2.api.Load"))
        .map(ChildJvm::placeOf)
        .distinct()
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  private static String placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().forEach(output::add);
    } catch (IOException | UncheckedIOException e) {
      output.add("cannot be read: " + e);
    }
  }

  /// Waits until it says this.
  void await(String wanted) throws InterruptedException {
    awaitAny(wanted);
  }

  /// Waits until it says one of these, and returns it.
  String awaitAny(String... wanted) throws InterruptedException {
    List<String> before = new ArrayList<>();
    while (true) {
      String line = output.poll(SOON, TimeUnit.SECONDS);
      assertThat(line).as("waited for %s after %s", List.of(wanted), before).isNotNull();
      if (List.of(wanted).contains(line)) {
        return line;
      }
      before.add(line);
    }
  }

  /// Gives it a line to read.
  void say(String word) throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).append(word).append('\n').flush();
  }

  /// Sends a signal, such as `TERM`.
  void signal(String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
    assertThat(kill.waitFor()).isZero();
  }

  /// Waits until it ends by itself; its exit code.
  int awaitExit() throws InterruptedException {
    assertThat(process.waitFor(SOON, TimeUnit.SECONDS)).as("it ends").isTrue();
    return process.exitValue();
  }

  /// Ends its input, and it, if that does not suffice.
  @Override
  public void close() {
    try {
      process.outputWriter(StandardCharsets.UTF_8).close();
      if (!process.onExit().completeOnTimeout(process, 20, TimeUnit.SECONDS).join().isAlive()) {
        return;
      }
    } catch (IOException e) {
      output.add("has ended already: " + e);
    }
    process.destroyForcibly();
  }
}
