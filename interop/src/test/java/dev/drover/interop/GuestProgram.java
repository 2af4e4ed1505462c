package dev.drover.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.drover.testsupport.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;

/// A program with checks of a client in another language. It finds the server by `KUBECONFIG` and
/// prints `ok NAME` or `FAIL NAME: why` for each check.
final class GuestProgram {
  private final List<String> command;
  private final Path folder;

  /// @param folder for kubeconfigs
  GuestProgram(List<String> command, Path folder) {
    this.command = List.copyOf(command);
    this.folder = folder;
  }

  /// Runs a command that must succeed, such as the build of a program.
  static void run(ProcessBuilder builder, Duration limit) throws Exception {
    ChildProcess.Ended ended = ChildProcess.run(builder, limit);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
  }

  /// Runs the program on a server, which ends with it; a test for each check.
  List<DynamicTest> checks(TestedServer server, Duration limit) throws Exception {
    try (server) {
      Path config = Files.createTempFile(folder, "kubeconfig", "");
      Files.writeString(config, server.kubeconfig());
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put("KUBECONFIG", config.toString());
      ChildProcess.Ended ended = ChildProcess.run(builder, limit);
      String output = ended.output();
      List<String> lines =
          output.lines().filter(l -> l.startsWith("ok ") || l.startsWith("FAIL ")).toList();
      assertThat(lines).as("exit %d: %s", ended.exitCode(), output).hasSizeGreaterThan(7);
      return lines.stream()
          .map(
              line ->
                  dynamicTest(
                      line.substring(5).replaceFirst("(: [^:]*):.*", "$1"),
                      () -> assertThat(line).startsWith("ok ")))
          .toList();
    }
  }
}
