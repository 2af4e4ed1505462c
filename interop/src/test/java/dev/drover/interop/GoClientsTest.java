package dev.drover.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.drover.testsupport.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// client-go and controller-runtime, unchanged, on both servers.
@Tag("go")
class GoClientsTest {
  private static final Duration LONG = Duration.ofMinutes(4); // under the time-out of a test

  @TempDir static Path folder;
  private static Path program = Path.of("");

  @BeforeAll
  static void build() throws Exception {
    program = folder.resolve("interop");
    ProcessBuilder builder =
        new ProcessBuilder("go", "build", "-o", program.toString(), ".")
            .directory(Path.of("go", "clients").toFile());
    builder.environment().put("CGO_ENABLED", "0");
    ChildProcess.Ended build = ChildProcess.run(builder, LONG);
    assertThat(build.exitCode()).as(build.output()).isZero();
  }

  @TestFactory
  List<DynamicTest> goClientsWorkOnTheEmbeddedServer() throws Exception {
    return checks(TestedServer.embedded());
  }

  @Tag("real")
  @TestFactory
  List<DynamicTest> goClientsWorkOnKubernetes() throws Exception {
    return checks(TestedServer.real());
  }

  private static List<DynamicTest> checks(TestedServer server) throws Exception {
    try (server) {
      Path config = Files.createTempFile(folder, "kubeconfig", "");
      Files.writeString(config, server.kubeconfig());
      ProcessBuilder builder = new ProcessBuilder(program.toString());
      builder.environment().put("KUBECONFIG", config.toString());
      ChildProcess.Ended ended = ChildProcess.run(builder, LONG);
      String output = ended.output();
      List<String> lines =
          output.lines().filter(l -> l.startsWith("ok ") || l.startsWith("FAIL ")).toList();
      assertThat(lines).as("exit %d: %s", ended.exitCode(), output).hasSizeGreaterThan(10);
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
