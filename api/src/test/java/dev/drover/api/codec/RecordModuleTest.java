package dev.drover.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.testsupport.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Records where users keep them: in a single file, in a module.
class RecordModuleTest {
  private static final String PROGRAM =
      """
      %simport dev.drover.api.*;
      import org.jspecify.annotations.Nullable;

      public class Main {
        @CustomResource(group = "controller.nicoleh.io", version = "v1alpha1")
        record Icecream(ObjectMeta metadata, Spec spec, @Nullable Status status)
            implements KubernetesObject, HasStatus<Icecream.Status> {
          record Spec(String deploymentName, @Nullable Integer replicas) {}
          record Status(@Nullable String nodeName, int pods) {}
        }

        public static void main(String[] args) {
          var yaml = "{apiVersion: controller.nicoleh.io/v1alpha1, kind: Icecream,"
              + " metadata: {name: vanilla}, spec: {deploymentName: cone}}";
          for (var object : Manifests.parse(yaml, Scheme.empty().with(Icecream.class))) {
            System.out.print(Yaml.write((Icecream) object));
          }
        }
      }
      """;

  private static final String PRINTED =
      """
      apiVersion: controller.nicoleh.io/v1alpha1
      kind: Icecream
      metadata:
        name: vanilla
      spec:
        deploymentName: cone
      """;

  @TempDir Path folder;

  @Test
  void recordOfASingleFileProgram() throws Exception {
    Path file = Files.writeString(folder.resolve("Main.java"), PROGRAM.formatted(""));
    assertThat(run("java", "-cp", System.getProperty("java.class.path"), file.toString()))
        .isEqualTo(PRINTED);
  }

  @Test
  void recordOfAModuleThatIsOpen() throws Exception {
    assertThat(runModule("opens app to dev.drover.api;")).isEqualTo(PRINTED);
  }

  @Test
  void recordOfAModuleThatIsNotOpenIsRefusedWithTheRemedy() throws Exception {
    assertThat(runModule(""))
        .contains(
            "IllegalArgumentException: cannot read app.Main$Icecream: its module must open package"
                + " app to dev.drover.api (opens ... to dev.drover.api in module-info.java)");
  }

  private String runModule(String opens) throws IOException, InterruptedException {
    Path source = Files.createDirectories(folder.resolve("src/app"));
    Files.writeString(source.resolve("Main.java"), PROGRAM.formatted("package app;\n"));
    Files.writeString(
        folder.resolve("src/module-info.java"),
        "module app { requires dev.drover.api; requires static org.jspecify; " + opens + " }");
    String modules = modulePath();
    String out = folder.resolve("out").toString();
    String compiled =
        run(
            "javac",
            "-d",
            out,
            "--module-path",
            modules,
            folder.resolve("src/module-info.java").toString(),
            source.resolve("Main.java").toString());
    assertThat(compiled).isEmpty();
    return run("java", "--module-path", modules + File.pathSeparator + out, "-m", "app/app.Main");
  }

  /// The module under test and what it requires, out of the class path that the tests run on.
  private static String modulePath() {
    String own =
        Path.of(Kind.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toString();
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(
            entry ->
                Path.of(entry).equals(Path.of(own)) || entry.matches(".*(jspecify|snakeyaml).*"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String run(String tool, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.addAll(Arrays.asList(arguments));
    return ChildProcess.run(new ProcessBuilder(command)).output();
  }
}
