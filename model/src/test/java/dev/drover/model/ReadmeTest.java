package dev.drover.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The first program a user sees: it must run as it stands, from a single file.
class ReadmeTest {
  @Test
  void exampleOfTheReadmeRunsFromASingleFile(@TempDir Path folder) throws Exception {
    Path program = Files.writeString(folder.resolve("Readme.java"), firstJavaBlock());
    Path output = folder.resolve("output");

    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(2, TimeUnit.MINUTES);
    process.destroyForcibly();

    assertThat(ended).isTrue();
    assertThat(output).content().contains("kind: Deployment", "name: vanilla", "replicas: 2");
    assertThat(process.exitValue()).isZero();
  }

  private static String firstJavaBlock() throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    int from = readme.indexOf("```java\n") + "```java\n".length();
    return readme.substring(from, readme.indexOf("```\n", from));
  }
}
