package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.model.core.v1.ConfigMap;
import dev.drover.runtime.Context;
import dev.drover.runtime.Manager;
import dev.drover.runtime.Result;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ControllerTrialTest {
  private static void addTo(Manager manager) {
    manager.install(Page.class);
    manager
        .controllerFor(Page.class)
        .owns(ConfigMap.class)
        .complete(ControllerTrialTest::reconcile);
  }

  private static Result reconcile(Page page, Context<Page> ctx) {
    ctx.client()
        .apply(
            ConfigMap.named(page.namespace(), page.name())
                .with(c -> c.ownedBy(page).data("text", page.spec().text())));
    ctx.client().updateStatus(page, new Page.Status("Ready", 1));
    ctx.event("Published", "The page is there");
    return Result.done();
  }

  private static void workload(Trial trial) {
    trial.manager(ControllerTrialTest::addTo);
    trial.create(Page.of("hello", "1"));
    trial.edit(Page.class, "hello", p -> p.withText("2"));
    trial.delete(Page.class, "hello");
  }

  @ControllerTrial(plans = 25)
  void trialOfCorrectControllerPasses(Trial trial) {
    trial.always("there is at most one copy", r -> r.list(ConfigMap.class).size() <= 1);
    trial.finallyTrue("no copy is left", r -> r.list(ConfigMap.class).isEmpty());
    workload(trial);
  }

  @Test
  void summaryCountsPlansAndPoints() {
    TrialSummary summary =
        Trials.run("summary", TrialOptions.defaults().with(o -> o.plans(5)), t -> workload(t));
    assertThat(summary.plans()).isEqualTo(5);
    assertThat(summary.planned()).isGreaterThan(50);
    assertThat(summary.steps()).isEqualTo(3);
    assertThat(summary.calls()).isGreaterThanOrEqualTo(4);
    assertThat(summary.toString()).contains("5 of ").contains("3 steps");
  }

  @Test
  void brokenInvariantIsReportedWithItsPromise() {
    TrialFailure failure =
        catchThrowableOfType(
            TrialFailure.class,
            () ->
                Trials.run(
                    "invariant",
                    TrialOptions.defaults(),
                    trial -> {
                      trial.always("there is no copy", r -> r.list(ConfigMap.class).isEmpty());
                      workload(trial);
                    }));
    assertThat(failure).hasMessageContaining("does not hold: there is no copy");
    assertThat(failure.replay()).isEqualTo("undisturbed");
  }

  @Test
  void replayRunsOnePlanAlone() {
    AtomicInteger runs = new AtomicInteger();
    TrialSummary summary =
        Trials.run(
            "replay",
            TrialOptions.defaults().with(o -> o.replay("crash-after=apply_configmaps_hello#1")),
            trial -> {
              runs.incrementAndGet();
              workload(trial);
            });
    assertThat(summary.plans()).isEqualTo(1);
    assertThat(summary.points()).isEqualTo(1);
    assertThat(runs).hasValue(3); // two of them undisturbed
  }

  @Test
  void failingStepOfWorkloadIsReported() {
    assertThatThrownBy(
            () ->
                Trials.run(
                    "step",
                    TrialOptions.defaults(),
                    trial -> {
                      trial.manager(ControllerTrialTest::addTo);
                      trial.delete(Page.class, "missing");
                    }))
        .isInstanceOf(TrialFailure.class)
        .hasMessageContaining("step 1 fails: delete Page missing");
  }
}
