package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.DynamicObject;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.apps.v1.Deployment;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir Path folder;

  private static Process command(String... arguments) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "dev.drover.cli.Main");
    builder.command().addAll(List.of(arguments));
    return builder.redirectErrorStream(true).start();
  }

  /// The page-one program of the README, as a newcomer runs it.
  @Test
  void controllerInASingleFileWorksOnAServerOfItsOwnAndEndsWithTheSignal() throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    Path program = Path.of("..", "examples", "Icecream.java");
    Process run = command("run", "--kubeconfig-out", kubeconfig.toString(), program.toString());
    try (var lines =
        new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8))) {
      StringBuilder said = new StringBuilder();
      for (String line = lines.readLine();
          line != null && !line.contains("Started icecream-controller");
          line = lines.readLine()) {
        said.append(line).append('\n');
      }
      assertThat(said).contains("Serving https://127.0.0.1:");
      try (Client client = Client.connect(ClientConfig.fromKubeconfig(kubeconfig))) {
        client.create(
            DynamicObject.ofTree(
                Map.of(
                    "apiVersion",
                    "controller.nicoleh.io/v1alpha1",
                    "kind",
                    "Icecream",
                    "metadata",
                    Map.of("name", "vanilla", "namespace", "default"),
                    "spec",
                    Map.of("deploymentName", "vanilla", "replicas", 1))));
        Deployment made =
            client
                .resources(Deployment.class)
                .inNamespace("default")
                .await("vanilla", d -> true, Duration.ofSeconds(30));
        assertThat(made.spec().replicas()).as(said.toString()).isEqualTo(1);
      }
      run.toHandle().destroy();
      assertThat(run.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(run.exitValue()).isZero();
    } finally {
      run.toHandle().destroyForcibly();
    }
  }

  @Test
  void fileThatIsNotThereIsAClearError() throws Exception {
    Process run = command("run", "Nothing.java");
    String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(run.waitFor()).isEqualTo(1);
    assertThat(said).contains("there is no file Nothing.java");
  }
}
