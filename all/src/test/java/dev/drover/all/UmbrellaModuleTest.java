package dev.drover.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
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
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    List<String> compile =
        List.of("-d", classes.toString(), "-p", modulePath(), module.toString(), main.toString());
    assertThat(javac.run(null, null, null, compile.toArray(String[]::new))).isZero();

    String path = classes + File.pathSeparator + modulePath();
    Process run =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-p",
                path,
                "-m",
                "shop/shop.Main")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    try {
      assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      run.destroyForcibly();
    }
    assertThat(Files.readString(folder.resolve("out"), StandardCharsets.UTF_8))
        .contains("shop/web web", "module dev.drover.client", "module dev.drover.runtime")
        .contains("module dev.drover.informer");
  }
}
