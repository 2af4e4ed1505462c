package dev.drover.guests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// client-go and controller-runtime, unchanged, as guests.
@Tag("go")
class GoClientsTest {
  @TempDir static Path folder;
  private static Path program = Path.of("");

  @BeforeAll
  static void build() throws Exception {
    program = folder.resolve("guests");
    ProcessBuilder builder =
        new ProcessBuilder("go", "build", "-o", program.toString(), ".")
            .directory(Path.of("go", "clients").toFile())
            .redirectErrorStream(true);
    builder.environment().put("CGO_ENABLED", "0");
    Process build = builder.start();
    String output = outputOf(build);
    assertThat(build.waitFor()).as(output).isZero();
  }

  @TestFactory
  List<DynamicTest> goClientsWorkOnTheEmbeddedServer() throws Exception {
    return checks(Host.embedded());
  }

  @Tag("real")
  @TestFactory
  List<DynamicTest> goClientsWorkOnKubernetes() throws Exception {
    return checks(Host.real());
  }

  private static List<DynamicTest> checks(Host host) throws Exception {
    try (host) {
      Path config = Files.createTempFile(folder, "kubeconfig", "");
      Files.writeString(config, host.kubeconfig());
      ProcessBuilder builder = new ProcessBuilder(program.toString()).redirectErrorStream(true);
      builder.environment().put("KUBECONFIG", config.toString());
      Process process = builder.start();
      String output = outputOf(process);
      int exit = process.waitFor();
      List<String> lines =
          output.lines().filter(l -> l.startsWith("ok ") || l.startsWith("FAIL ")).toList();
      assertThat(lines).as("exit %d: %s", exit, output).hasSizeGreaterThan(10);
      return lines.stream()
          .map(
              line ->
                  dynamicTest(
                      line.substring(5).replaceFirst("(: [^:]*):.*", "$1"),
                      () -> assertThat(line).startsWith("ok ")))
          .toList();
    }
  }

  private static String outputOf(Process process) throws IOException {
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
