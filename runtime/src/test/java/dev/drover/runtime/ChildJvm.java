package dev.drover.runtime;

import dev.drover.api.Kind;
import dev.drover.client.Client;
import dev.drover.informer.SharedIndexInformer;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/// Another JVM that runs a program of the tests, which prints a line for each step.
final class ChildJvm implements AutoCloseable {
  private final ChildProcess process;

  private ChildJvm(ChildProcess process) {
    this.process = process;
  }

  static ChildJvm start(Class<?> main, String... arguments) throws Exception {
    List<String> line = new ArrayList<>();
    line.add(ChildProcess.java());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath()));
    line.add(main.getName());
    line.addAll(List.of(arguments));
    return new ChildJvm(
        ChildProcess.start(
            new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD)));
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

  /// Waits until the program prints this line.
  void await(String wanted) throws InterruptedException {
    awaitAny(wanted);
  }

  /// Waits until the program prints one of these lines, and returns it.
  String awaitAny(String... wanted) throws InterruptedException {
    return process.awaitLine(line -> List.of(wanted).contains(line));
  }

  /// Writes a line to the program's input.
  void say(String word) throws IOException {
    process.type(word + "\n");
  }

  /// Sends a signal, such as `TERM`.
  void signal(String name) throws Exception {
    process.signal(name);
  }

  /// Waits until the program ends by itself; its exit code.
  int awaitExit() throws InterruptedException {
    return process.awaitExit();
  }

  /// Closes the program's input, upon which it ends; kills it if it does not.
  @Override
  public void close() {
    try (process) {
      process.endInput();
      ProcessHandle handle = process.handle();
      handle.onExit().completeOnTimeout(handle, 20, TimeUnit.SECONDS).join();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the input of a child JVM", e);
    }
  }
}
