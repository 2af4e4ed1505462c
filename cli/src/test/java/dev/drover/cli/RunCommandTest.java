package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Manifests;
import dev.drover.client.Client;
import dev.drover.client.ClientConfig;
import dev.drover.model.apps.v1.Deployment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RunCommandTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  @TempDir Path folder;

  /// The page-one program of the README, as a newcomer runs it.
  @Test
  void runServesASingleFileControllerUntilASignal() throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    try (Drover run =
        Drover.start(
            "run",
            "--kubeconfig-out",
            kubeconfig.toString(),
            EXAMPLES.resolve("Icecream.java").toString())) {
      run.awaitLine("Serving https://127.0.0.1:");
      run.awaitLine("Started icecream-controller");
      try (Client client = Client.connect(ClientConfig.fromKubeconfig(kubeconfig))) {
        client.apply(Manifests.read(EXAMPLES.resolve("example-icecream.yaml")));
        Deployment made =
            client
                .resources(Deployment.class)
                .inNamespace("default")
                .await("example-icecream", d -> true, Duration.ofSeconds(30));
        assertThat(made.spec().replicas()).isEqualTo(1);
      }
      run.stop();
      assertThat(run.awaitExit()).isZero();
      assertThat(run.said()).anyMatch(line -> line.contains("Shutting down workers"));
    }
  }

  @Test
  void simulatedClusterGivesDeploymentsPodsOnNodes() throws Exception {
    Path kubeconfig = folder.resolve("kubeconfig");
    try (Drover run =
        Drover.start(
            "run",
            "--simulate",
            "--kubeconfig-out",
            kubeconfig.toString(),
            EXAMPLES.resolve("Icecream.java").toString())) {
      run.awaitLine("Started icecream-controller");
      try (Client client = Client.connect(ClientConfig.fromKubeconfig(kubeconfig))) {
        client.apply(Manifests.read(EXAMPLES.resolve("example-icecream.yaml")));
      }
      run.awaitLine("default/example-icecream: NodeName: node-");
      run.stop();
      assertThat(run.awaitExit()).isZero();
      assertThat(run.said()).noneMatch(line -> line.contains("by reflection"));
    }
    assertThat(Drover.run("run", "--cluster", "--simulate", "../examples/Icecream.java").said())
        .contains("a cluster has pods of its own: leave --simulate out");
  }

  /// A terminal sends SIGINT to all of its processes, so to the program, too.
  @Test
  void programStopsInOrderAfterOneCtrlC() throws Exception {
    try (Drover run = Drover.start("run", EXAMPLES.resolve("CoreOnly.java").toString())) {
      run.awaitLine("Started quota-controller");
      run.pressCtrlC();
      assertThat(run.awaitExit()).isZero();
      assertThat(run.said())
          .anyMatch(line -> line.contains("Shutting down workers"))
          .noneMatch(line -> line.contains("again, exiting"));
    }
  }

  @Test
  void consoleHasTheSameAddressAfterARestart() throws Exception {
    try (Drover run =
        Drover.start("run", "--console", EXAMPLES.resolve("CoreOnly.java").toString())) {
      String said = run.awaitLine("To watch the controller at work, open http://127.0.0.1:");
      String address = said.replaceAll(".* (http:\\S+) .*", "$1");
      for (boolean isAgain : List.of(false, true)) {
        run.awaitLine("Started quota-controller");
        assertThat(Drover.run("top", "--once", address).said())
            .as("again: %s", isAgain)
            .contains("quota-controller  running");
        run.type("\n");
        run.awaitLine("Restarting");
      }
      run.stop();
      assertThat(run.awaitExit()).isZero();
      assertThat(run.said())
          .as("the token is in no argument that others see, and in no log")
          .filteredOn(line -> line.contains("token="))
          .hasSize(1);
    }
  }

  @Test
  void enterRestartsTheProgramOnTheSameServer() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Wait.java"),
            """
            void main() throws Exception {
              IO.println("I use " + System.getenv("KUBECONFIG"));
              new CountDownLatch(1).await();
            }
            """);
    try (Drover run = Drover.start("run", program.toString())) {
      String first = run.awaitLine("I use");
      run.type("\n");
      run.awaitLine("Restarting");
      assertThat(run.awaitLine("I use")).isEqualTo(first);
      run.stop();
      assertThat(run.awaitExit()).isZero();
      assertThat(Path.of(first.substring("I use ".length()))).doesNotExist();
    }
  }

  @Test
  void compileErrorIsShownWithItsLineAndEnterRunsTheFixedProgram() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Broken.java"),
            """
            void main() {
              Strin text = "fixed";
              IO.println(text);
            }
            """);
    try (Drover run = Drover.start("run", program.toString())) {
      run.awaitLine("Broken.java:2: error: cannot find symbol");
      run.awaitLine("Broken.java ended with 1. Fix it and press Enter, or Ctrl-C.");
      Files.writeString(program, Files.readString(program).replace("Strin ", "String "));
      run.type("\n");
      run.awaitLine("fixed");
      assertThat(run.awaitExit()).as("it ended by itself, and well").isZero();
    }
  }

  @Test
  void unknownOptionsArePassedToTheProgram() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Echo.java"), "void main(String[] args) { IO.println(List.of(args)); }");
    Path kubeconfig = folder.resolve("kubeconfig");
    try (Drover run =
        Drover.start(
            "run",
            program.toString(),
            "--namespace=shop",
            "--kubeconfig-out",
            kubeconfig.toString(),
            "x")) {
      run.awaitLine("[--namespace=shop, x]");
      assertThat(run.awaitExit()).isZero();
      assertThat(run.said().getFirst()).endsWith("export KUBECONFIG=" + kubeconfig);
    }
  }

  @Test
  void failureOfTheProgramEndsTheCommandWhenTheInputIsClosed() throws Exception {
    Path program =
        Files.writeString(folder.resolve("Fails.java"), "void main() { System.exit(3); }");
    try (Drover run = Drover.start("run", program.toString())) {
      run.hangUp();
      assertThat(run.awaitExit()).isEqualTo(3);
    }
  }

  @Test
  void missingFileErrorListsTheFilesOfTheFolder() throws Exception {
    Files.writeString(folder.resolve("Icecream.java"), "");
    Drover.Outcome outcome = Drover.run("run", folder.resolve("Icecreem.java").toString());
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.said())
        .contains("there is no file " + folder.resolve("Icecreem.java"))
        .contains("in that folder there are Icecream.java");
    assertThat(Drover.run("run", "nowhere/Icecream.java").said())
        .contains("there is no file nowhere/Icecream.java: there is no folder nowhere here");
    assertThat(Drover.run("run", "Icecream").said())
        .contains("Icecream is no Java file: its name must end in .java");
  }
}
