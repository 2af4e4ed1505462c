package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.server.EmbeddedApiServer;
import dev.drover.testsupport.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Common mistakes are answered with a remedy.
class NewcomerTest {
  private static final Path LAUNCHER = Path.of("..", "drover");

  @TempDir Path folder;

  @Test
  void missingKubeconfigIsExplained() {
    Path missing = folder.resolve("none");
    assertThat(Drover.run("watch", "pods", "--kubeconfig", missing.toString()))
        .satisfies(
            outcome -> {
              assertThat(outcome.code()).isEqualTo(1);
              assertThat(outcome.said()).contains("kubeconfig " + missing);
            });
  }

  @Test
  void missingClusterIsExplained() throws Exception {
    try (Drover watch =
        Drover.start(Map.of("KUBECONFIG", "", "HOME", folder.toString()), "watch", "pods")) {
      assertThat(watch.awaitExit()).isEqualTo(1);
      assertThat(watch.said().getFirst())
          .startsWith("drover: found no cluster to connect to: ")
          .contains(".kube/config (not there)")
          .endsWith(
              "Name a kubeconfig with --kubeconfig or in $KUBECONFIG"
                  + " (docs/troubleshooting.md#the-program-does-not-start)");
    }
  }

  @Test
  void unknownContextIsExplained() throws Exception {
    try (var server = EmbeddedApiServer.start()) {
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
      assertThat(
              Drover.run(
                      "watch", "pods", "--kubeconfig", kubeconfig.toString(), "--context", "prod")
                  .said())
          .contains("there is no context 'prod' in " + kubeconfig)
          .contains("choose one of drover")
          .contains("What to do: `--context NAME`")
          .contains("(docs/troubleshooting.md#the-program-does-not-start)");
    }
  }

  @Test
  void misspelledResourceIsExplained() throws Exception {
    try (var server = EmbeddedApiServer.start()) {
      Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
      assertThat(Drover.run("watch", "deploymnets", "--kubeconfig", kubeconfig.toString()).said())
          .contains("deploymnets")
          .contains("Deployment (deployments.apps, v1)");
    }
  }

  @Test
  void unreachableServerIsExplained() throws Exception {
    Path kubeconfig;
    try (var server = EmbeddedApiServer.start()) {
      kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
    }
    assertThat(Drover.run("watch", "pods", "--kubeconfig", kubeconfig.toString()).said())
        .contains("context 'drover' of " + kubeconfig);
  }

  @Test
  void misspelledCommandIsExplained() throws Exception {
    assertThat(launcher(Files.readString(LAUNCHER), "dmeo"))
        .contains("drover: no command 'dmeo'")
        .contains("./drover demo ");
  }

  @Test
  void commandWithoutItsSourcesIsNamed() throws Exception {
    assertThat(launcher(Files.readString(LAUNCHER), "soak"))
        .contains("soak is not available in this version yet");
  }

  /// A JDK that does not exist yet is wanted, so none on this machine will do.
  @Test
  void unsupportedJdkIsExplained() throws Exception {
    String script = Files.readString(LAUNCHER);
    String future = script.replace("java_release=25", "java_release=99");
    assertThat(future).isNotEqualTo(script);
    assertThat(launcher(future, "demo"))
        .contains("Drover needs a JDK 99 or later (a JDK, not only a JRE).")
        .contains("Found:")
        .contains(System.getProperty("java.version"))
        .contains("Install one, for example Temurin 99 (https://adoptium.net)")
        .contains("set JAVA_HOME");
  }

  private String launcher(String script, String command) throws IOException, InterruptedException {
    Path copy = Files.writeString(folder.resolve("drover"), script);
    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
    ProcessBuilder builder = new ProcessBuilder(copy.toString(), command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    ChildProcess.Ended ended = ChildProcess.run(builder);
    assertThat(ended.exitCode()).as(ended.output()).isPositive();
    return ended.output();
  }
}
