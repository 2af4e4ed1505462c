package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.client.ApiException;
import dev.drover.client.Client;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What decision 22 calls deterministic. The controller is one, and nothing that it writes wakes it
/// up: when an event arrives relative to a running reconcile is left to chance.
class TrialDeterminismTest {
  private static final int PAIRS = 5;

  private static void body(Trial trial) {
    trial.manager(TrialDeterminismTest::addTo);
    Specimen.CHANGE.accept(trial);
  }

  /// A controller that some plans break: it drops refused writes.
  private static void addTo(Manager manager) {
    manager.install(Page.class);
    manager
        .controllerFor(Page.class)
        .complete(
            (page, ctx) -> {
              Client live = ctx.client().live();
              try {
                var there = live.find(ConfigMap.class, page.namespace(), page.name());
                if (there.isEmpty()) {
                  live.create(Specimen.child(page, page.name()));
                } else {
                  live.apply(Specimen.child(page, page.name()));
                }
              } catch (ApiException e) {
                ctx.log().info("ignored", e);
              }
              return Result.done();
            });
  }

  @Test
  void sameSeedGivesSamePlansInSameOrder() {
    List<String> plans = plans(1);
    assertThat(plans).hasSizeGreaterThan(30).doesNotHaveDuplicates();
    assertThat(plans(1)).isEqualTo(plans);
  }

  @Test
  void anotherSeedChangesThePairsAlone() {
    List<String> plans = plans(1);
    List<String> others = plans(2);
    assertThat(others).hasSameSizeAs(plans).isNotEqualTo(plans);
    int singles = plans.size() - PAIRS;
    assertThat(others.subList(0, singles)).isEqualTo(plans.subList(0, singles));
  }

  @Test
  void trialsFindTheSamePlanAndWriteTheSameReport() {
    TrialFailure failure = failure();
    assertThat(failure.replay()).isNotEqualTo(Specimen.NONE);
    TrialFailure again = failure();
    assertThat(again.replay()).isEqualTo(failure.replay());
    assertThat(again.oracle()).isEqualTo(failure.oracle());
    assertThat(unversioned(again)).isEqualTo(unversioned(failure));
  }

  @Test
  @Tag("slow")
  void everyPlanHasTheSameVerdictAndReportAgain() {
    List<String> plans = plans(1);
    Map<String, String> verdicts = verdicts(plans);
    assertThat(verdicts.values()).contains("passes").anyMatch(v -> v.contains("end state"));
    assertThat(verdicts(plans)).isEqualTo(verdicts);
  }

  private static List<String> plans(long seed) {
    try (TrialServer server = TrialServer.start()) {
      Reference reference = Reference.of(undisturbed(server), undisturbed(server));
      return Stream.concat(
              Planner.singles(reference).stream(), Planner.pairs(reference, seed, PAIRS).stream())
          .map(Plan::encode)
          .toList();
    }
  }

  private static RunResult undisturbed(TrialServer server) {
    try (TrialRun run = new TrialRun(server, Plan.UNDISTURBED)) {
      body(new Trial(run));
      ClusterState state = run.finish();
      return new RunResult(
          run.plan(),
          run.recording(),
          run.rules(),
          Optional.of(state),
          run.violations(),
          List.of());
    }
  }

  private static TrialFailure failure() {
    return catchThrowableOfType(
        TrialFailure.class,
        () ->
            Trials.run(
                "determinism",
                TrialOptions.defaults().with(o -> o.seed(1).budget(Duration.ofMinutes(4))),
                TrialDeterminismTest::body));
  }

  /// The outcome of each plan: that it passes, or the whole report.
  private static Map<String, String> verdicts(List<String> plans) {
    Map<String, String> verdicts = new LinkedHashMap<>();
    try (TrialServer server = TrialServer.start()) {
      for (String plan : plans) {
        TrialOptions options = TrialOptions.defaults().with(o -> o.replay(plan));
        try {
          TrialSummary passed =
              new Explorer(server, "determinism", options, TrialDeterminismTest::body).explore();
          assertThat(passed.unrepeatable()).isEmpty();
          verdicts.put(plan, "passes");
        } catch (TrialFailure failure) {
          verdicts.put(plan, unversioned(failure));
        }
      }
    }
    return verdicts;
  }

  /// The report without versions of objects, which count all that a server ever wrote.
  private static String unversioned(TrialFailure failure) {
    return String.valueOf(failure.getMessage()).replaceAll("(?m) v\\d+", " v");
  }
}
