package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.client.ClientConfig;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class DemoCommandTest {
  private static final ClientConfig USERS_CLUSTER = ClientConfig.of("https://cluster.example:6443");

  @Test
  void demoRunsAllStepsAndItsChecksPass() throws Exception {
    try (Drover demo = Drover.start("demo", "--once")) {
      assertThat(demo.awaitExit()).as(demo.said().toString()).isZero();
      assertThat(demo.said())
          .containsSubsequence(
              "--- Two Icecreams are ordered",
              "--- A Deployment is deleted: it comes back",
              "--- The network fails: watches are cut, and resume where they were",
              "    3 watches are cut",
              "--- Checks",
              "    ok: nothing is left of chocolate")
          .anyMatch(
              l -> l.startsWith("    ok: vanilla has its Deployment, 3 running pods, the node"))
          .anyMatch(l -> l.startsWith("    ok: strawberry has its Deployment, 1 running pod,"));
      assertThat(demo.said()).noneMatch(l -> l.contains(" ERROR "));
      assertThat(demo.said()).as("no colours in a pipe").noneMatch(l -> l.contains("\u001b"));
      assertThat(kubeconfig(demo)).doesNotExist();
    }
  }

  /// The sequence that every controller logs, from the first line to the last.
  @Test
  void demoLogHasTheLifeCycleOfAControllerInOrder() throws Exception {
    try (Drover demo = Drover.start("demo", "--once")) {
      assertThat(demo.awaitExit()).isZero();
      List<String> log = demo.said();
      assertOrder(
          log,
          "Setting up event handlers",
          "Starting icecream-controller",
          "Waiting for the informer caches of icecream-controller to sync",
          "Starting workers of controller icecream",
          "Started icecream-controller",
          "default/vanilla: NodeName: node-",
          "Event occurred: Icecream default/vanilla: Synced: Icecream synced successfully",
          "Successfully synced 'default/vanilla'",
          "Shutting down workers of controller icecream");
      assertThat(log).as("its kind has a codec").noneMatch(line -> line.contains("reflection"));
    }
  }

  private static void assertOrder(List<String> log, String... parts) {
    int from = 0;
    for (String part : parts) {
      int at = from;
      while (at < log.size() && !log.get(at).contains(part)) {
        at++;
      }
      assertThat(at).as("'%s' after line %d of %s", part, from, log).isLessThan(log.size());
      from = at + 1;
    }
  }

  /// A part that does not stop by itself within its grace period is a warning in the log, and a
  /// command that is not closed in the end has the exit code of the signal.
  @Test
  void signalStopsTheDemoWithoutBlockedWaitsAndRemovesItsFiles() throws Exception {
    try (Drover demo = Drover.start("demo")) {
      demo.awaitLine("--- Two Icecreams are ordered");
      Path kubeconfig = kubeconfig(demo);
      assertThat(kubeconfig).exists();
      demo.stop();
      assertThat(demo.awaitExit()).isZero();
      assertThat(demo.said())
          .noneMatch(line -> line.contains("did not stop well"))
          .noneMatch(line -> line.startsWith("Exception in thread"))
          .anyMatch(line -> line.contains("Stopping icecream-controller"));
      assertThat(kubeconfig).doesNotExist();
    }
  }

  private static Path kubeconfig(Drover demo) {
    String line = demo.said().stream().filter(l -> l.contains("export")).findFirst().orElseThrow();
    return Path.of(line.substring(line.indexOf('=') + 1));
  }

  @Test
  void demoNamesTheClusterAndAsksForConfirmation() throws Exception {
    StringWriter said = new StringWriter();
    for (String answer : List.of("y\n", "YES\n")) {
      assertThat(consent(said, answer).isGivenFor(USERS_CLUSTER, DemoNamespace.PLAN)).isTrue();
    }
    for (String answer : List.of("\n", "n\n", "what?\n", "")) {
      assertThat(consent(said, answer).isGivenFor(USERS_CLUSTER, DemoNamespace.PLAN)).isFalse();
    }
    assertThat(said.toString())
        .contains("The cluster is https://cluster.example:6443, the configuration made in code.")
        .contains("CustomResourceDefinition icecreams.controller.nicoleh.io, and deletes both")
        .contains("cuts no watches")
        .contains("Go on? [y/N] ");
  }

  private static ClusterConsent consent(StringWriter said, String answer) {
    return new ClusterConsent(new PrintWriter(said), new BufferedReader(new StringReader(answer)));
  }

  @Test
  void demoRefusesAClusterWithoutATerminal() {
    ClusterConsent silent = new ClusterConsent(new PrintWriter(new StringWriter()), null);
    assertThatThrownBy(() -> silent.isGivenFor(USERS_CLUSTER, DemoNamespace.PLAN))
        .hasMessage("there is no terminal to ask on whether that is meant: add --yes if it is");
  }
}
