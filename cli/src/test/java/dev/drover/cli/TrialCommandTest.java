package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `./drover trial`.
@Tag("slow")
class TrialCommandTest {
  private static final Path EXAMPLES = Path.of("..", "examples");

  private static final String PROGRAM =
      """
      import dev.drover.model.core.v1.ConfigMap;
      import dev.drover.model.core.v1.Secret;
      import dev.drover.runtime.Manager;
      import dev.drover.runtime.Result;

      void main(String[] args) throws Exception {
        try (var manager = Manager.connect("copies", args)) {
          manager.controllerFor(ConfigMap.class).owns(Secret.class).complete((map, ctx) -> {
            var copy = Secret.named(map.namespace(), map.name()).with(s -> s.ownedBy(map));
            if (map.metadata().annotations().isEmpty()) {
              ctx.client().editMetadata(map, m -> m.withAnnotation("copied", "yes"));
              %s
            }
            %s
            return Result.done();
          });
          manager.run();
        }
      }
      """;

  @TempDir Path folder;

  private Path program(String once, String always) throws IOException {
    return Files.writeString(folder.resolve("Copies.java"), PROGRAM.formatted(once, always));
  }

  private Path manifest() throws IOException {
    return Files.writeString(
        folder.resolve("map.yaml"),
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: prices, namespace: shop}}");
  }

  @Test
  void controllerThatSurvivesIsToldSo() {
    Drover.Outcome tried =
        Drover.run(
            "trial",
            EXAMPLES.resolve("Icecream.java").toString(),
            "--manifest",
            EXAMPLES.resolve("example-icecream.yaml").toString(),
            "--plans",
            "6",
            "--budget",
            "600");
    assertThat(tried.said()).contains("survives 6 of ");
    assertThat(tried.code()).isZero();
  }

  @Test
  void brokenControllerIsReportedWithPlanTimelineAndReplay() throws IOException {
    String apply = "ctx.client().apply(copy);";
    Path broken = program(apply, "");
    Drover.Outcome tried =
        Drover.run(
            "trial",
            broken.toString(),
            "--manifest",
            manifest().toString(),
            "--budget",
            "600",
            "--report",
            folder.resolve("reports").toString());
    assertThat(tried.code()).isEqualTo(1);
    assertThat(tried.said())
        .contains("Copies.java does not survive this plan")
        .contains("secrets prices: is missing")
        .contains("step 1: apply ConfigMap prices")
        .contains("Replay: --replay ");
    assertThat(folder.resolve("reports").resolve("Copies.java.html")).exists();
    String plan = tried.said().replaceFirst("(?s).*--replay (\\S+).*", "$1");
    Drover.Outcome replayed =
        Drover.run(
            "trial", broken.toString(), "--manifest", manifest().toString(), "--replay", plan);
    assertThat(replayed.said()).contains("secrets prices: is missing");
    Path repaired = program("", apply);
    assertThat(
            Drover.run(
                    "trial",
                    repaired.toString(),
                    "--manifest",
                    manifest().toString(),
                    "--replay",
                    plan)
                .code())
        .isZero();
  }

  @Test
  void trialThatDisturbsNothingSaysSo() throws IOException {
    String program = EXAMPLES.resolve("Icecream.java").toString();
    Drover.Outcome idle =
        Drover.run("trial", program, "--manifest", manifest().toString(), "--plans", "1");
    assertThat(idle.said()).contains("The controller made no call");
    Drover.Outcome replayed =
        Drover.run(
            "trial",
            program,
            "--manifest",
            EXAMPLES.resolve("example-icecream.yaml").toString(),
            "--replay",
            "crash-after=apply_secrets_vanilla#1");
    assertThat(replayed.said())
        .contains("cannot replay this plan, because the run did not come to its place")
        .contains("apply secrets vanilla")
        .contains("apply_deployments_example-icecream#1")
        .doesNotContain("survives");
    assertThat(replayed.code()).isEqualTo(1);
  }

  @Test
  void replayOfAPlanOfOneOfTheTwoTrialsPasses() throws IOException {
    Drover.Outcome replayed =
        Drover.run(
            "trial",
            program("", "ctx.client().apply(copy);").toString(),
            "--manifest",
            manifest().toString(),
            "--replay",
            "restart=now@2"); // the first trial has one step
    assertThat(replayed.said())
        .contains("and all is deleted survives 1 of 1 plans, 1 points")
        .doesNotContain("cannot replay");
    assertThat(replayed.code()).isZero();
  }

  @Test
  void programThatDoesNotStartIsReportedWithItsReason() throws IOException {
    Path broken =
        Files.writeString(
            folder.resolve("Broken.java"),
            """
            void main(String[] args) {
              throw new UnsupportedOperationException("no flavours");
            }
            """);
    assertThat(Drover.run("trial", broken.toString(), "--manifest", manifest().toString()).said())
        .contains("Broken.java fails without any disturbance")
        .contains("start: the controller does not start")
        .contains("no flavours")
        .contains("at Broken.main(Broken.java:2)")
        .doesNotContain("test body");
  }

  @Test
  void programThatCannotBeTriedIsExplained() throws IOException {
    Path broken = Files.writeString(folder.resolve("Broken.java"), "void main() { Strin x; }");
    assertThat(Drover.run("trial", broken.toString(), "--manifest", manifest().toString()).said())
        .contains("cannot compile")
        .contains("cannot find symbol");
    Path empty = Files.writeString(folder.resolve("Empty.java"), "void main() {}");
    assertThat(Drover.run("trial", empty.toString(), "--manifest", manifest().toString()).said())
        .contains("ran no manager");
    assertThat(Drover.run("trial", "Nowhere.java", "--manifest", manifest().toString()).said())
        .contains("there is no file Nowhere.java");
  }

  @Test
  void inputThatCannotBeUsedIsExplainedAtOnce() throws IOException {
    String program = EXAMPLES.resolve("Icecream.java").toString();
    String missing = folder.resolve("missing.yaml").toString();
    assertThat(Drover.run("trial", program, "--manifest", missing).said())
        .contains("there is no file " + missing);
    Path empty = Files.writeString(folder.resolve("empty.yaml"), "# nothing\n");
    assertThat(Drover.run("trial", program, "--manifest", empty.toString()).said())
        .contains("there is no object in ");
    Drover.Outcome replayed =
        Drover.run("trial", program, "--manifest", manifest().toString(), "--replay", "nonsense");
    assertThat(replayed.said())
        .contains("cannot replay the plan 'nonsense'")
        .contains("such as crash-after=apply_configmaps_hello#1");
    assertThat(replayed.code()).isNotZero();
  }
}
