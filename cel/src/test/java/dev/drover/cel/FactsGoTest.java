package dev.drover.cel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The committed facts and function table are what the Go program writes.
@Tag("go")
class FactsGoTest {
  private static final Path GO = Path.of("src/test/go");

  @Test
  void recordedFactsEqualTheOutputOfTheGoProgram(@TempDir Path directory) throws Exception {
    Path resources = Path.of("src/test/resources/dev/drover/cel");
    Path cases = resources.resolve("cases.json").toAbsolutePath();
    assertThat(run(directory.resolve("facts"), "facts", cases.toString()))
        .isEqualTo(Files.readString(resources.resolve("facts.json")));
  }

  @Test
  void functionsEqualThoseOfKubernetes(@TempDir Path directory) throws Exception {
    assertThat(run(directory.resolve("functions"), "functions"))
        .isEqualTo(Files.readString(Path.of("src/main/resources/dev/drover/cel/functions.txt")));
  }

  private static String run(Path output, String... arguments)
      throws IOException, InterruptedException {
    var command = new java.util.ArrayList<>(java.util.List.of("go", "run", "."));
    command.addAll(java.util.List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(GO.toFile())
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    return Files.readString(output, StandardCharsets.UTF_8);
  }
}
