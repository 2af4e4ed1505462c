package dev.drover.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A module that requires `dev.drover`, and nothing else, sees the whole library.
class UmbrellaModuleTest {
  private static final String MODULE = "module shop { requires dev.drover; }";

  private static final String MAIN =
      """
      package shop;

      import dev.drover.api.ObjectKey;
      import dev.drover.client.ClientConfig;
      import dev.drover.informer.CacheOptions;
      import dev.drover.model.core.v1.Pod;
      import dev.drover.runtime.Manager;

      public class Main {
        public static void main(String[] args) {
          Pod pod = Pod.named("shop", "web");
          System.out.println(ObjectKey.of("shop", "web") + " " + pod.name());
          System.out.println(ClientConfig.class.getModule() + " " + Manager.class.getModule());
          System.out.println(CacheOptions.class.getModule());
        }
      }
      """;

  /// Jars and folders with the modules of this build and what they need.
  private static String modulePath() {
    return Stream.of(System.getProperty("jdk.module.path"), System.getProperty("java.class.path"))
        .filter(path -> path != null && !path.isEmpty())
        .flatMap(path -> Stream.of(path.split(File.pathSeparator)))
        .filter(entry -> !entry.contains("test-classes") && !entry.contains("surefire"))
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void moduleThatRequiresDroverIsCompiledAndRun(@TempDir Path folder) throws Exception {
    Path sources = Files.createDirectories(folder.resolve("src/shop"));
    Path module = Files.writeString(folder.resolve("src/module-info.java"), MODULE);
    Path main = Files.writeString(sources.resolve("Main.java"), MAIN);
    Path classes = folder.resolve("classes");
    run(
        folder,
        List.of(
            "javac",
            "-d",
            classes.toString(),
            "-p",
            modulePath(),
            module.toString(),
            main.toString()));
    run(
        folder,
        List.of("java", "-p", classes + File.pathSeparator + modulePath(), "-m", "shop/shop.Main"));
    assertThat(Files.readString(folder.resolve("out"), StandardCharsets.UTF_8))
        .contains("shop/web web", "module dev.drover.client", "module dev.drover.runtime")
        .contains("module dev.drover.informer");
  }

  /// Runs a program of this JDK to its end; what it prints is in the file `out`.
  private static void run(Path folder, List<String> command) throws Exception {
    Path out = folder.resolve("out");
    List<String> program = new ArrayList<>(command);
    program.set(0, Path.of(System.getProperty("java.home"), "bin", command.getFirst()).toString());
    Process process =
        new ProcessBuilder(program).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as("%s", Files.readString(out)).isZero();
  }
}
