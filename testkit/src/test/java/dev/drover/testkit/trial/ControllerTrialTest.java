package dev.drover.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.drover.api.Manifests;
import dev.drover.client.Client;
import dev.drover.model.core.v1.ConfigMap;
import dev.drover.model.core.v1.Namespace;
import dev.drover.model.rbac.v1.ClusterRole;
import dev.drover.runtime.Context;
import dev.drover.runtime.EventMapper;
import dev.drover.runtime.Manager;
import dev.drover.runtime.ManagerOptions;
import dev.drover.runtime.Request;
import dev.drover.runtime.Result;
import dev.drover.runtime.Source;
import dev.drover.runtime.lasso.FactoryOptions;
import dev.drover.runtime.lasso.SharedController;
import dev.drover.runtime.lasso.SharedControllerFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        Trials.run(
            "summary",
            TrialOptions.defaults().with(o -> o.plans(5).budget(Duration.ofMinutes(4))),
            t -> workload(t));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "crash-after=apply_configmaps_other#1", // an object that the controller does not make
        "crash-after=apply_configmaps_hello#9",
        "restart=now@4", // the workload has three steps
        "down=now@4",
        "slow-watch=pods@1",
        "watch-gap=pages@4",
        "delete-child=configmaps_other@1",
        "stale=apply_configmaps_hello#9@1",
        "crash-after=apply_configmaps_hello#1,restart=now@4"
      })
  void replayOfAPlanThatIsNotReachedFails(String plan) {
    TrialFailure failure =
        catchThrowableOfType(
            TrialFailure.class,
            () ->
                Trials.run(
                    "replay",
                    TrialOptions.defaults().with(o -> o.replay(plan)),
                    ControllerTrialTest::workload));
    assertThat(failure)
        .hasMessageContaining("replay cannot replay this plan")
        .hasMessageContaining("the run did not come to its place:\n  " + lastOf(plan))
        .hasMessageContaining("has 3 steps, and these calls:")
        .hasMessageContaining("\n  apply_configmaps_hello#1");
    assertThat(failure.oracle()).isEqualTo("replay");
    assertThat(failure.replay()).isEqualTo(plan);
  }

  private static Disturbance lastOf(String plan) {
    return Plan.decode(plan).disturbances().getLast();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "restart=now@3",
        "down=now@2",
        "slow-watch=pages@1",
        "watch-gap=pages@2",
        "delete-child=configmaps_hello@1",
        "stale=apply_configmaps_hello#1@2",
        "other-writer=apply_configmaps_hello#2",
        "timeout-before=apply_configmaps_hello#1"
      })
  void replayOfAPlanThatIsReachedPasses(String plan) {
    TrialSummary summary =
        Trials.run(
            "replay",
            TrialOptions.defaults().with(o -> o.replay(plan)),
            ControllerTrialTest::workload);
    assertThat(summary.points()).isEqualTo(1);
  }

  @Test
  void controllerThatDoesNotStartIsReportedWithItsReason() {
    TrialFailure failure =
        catchThrowableOfType(
            TrialFailure.class,
            () ->
                Trials.run(
                    "start",
                    TrialOptions.defaults(),
                    trial ->
                        trial.manager(
                            _ -> {
                              throw new UnsupportedOperationException("no flavours");
                            })));
    assertThat(failure)
        .hasMessageContaining("start fails without any disturbance")
        .hasMessageContaining("start: the controller does not start")
        .hasMessageContaining("UnsupportedOperationException: no flavours")
        .hasMessageContaining("at " + ControllerTrialTest.class.getName())
        .hasRootCauseInstanceOf(UnsupportedOperationException.class);
    assertThat(failure.oracle()).isEqualTo("start");
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

  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  @UnderTrial(plans = 3)
  void trialTakesParameters(String text, Trial trial) {
    trial.manager(ControllerTrialTest::addTo);
    trial.create(Page.of("hello", text));
    trial.finallyTrue(
        "the text is copied",
        r -> r.list(ConfigMap.class).getFirst().data().get("text").equals(text));
  }

  @Test
  void trialsOnOneServerMayRunInParallel() throws Exception {
    try (TrialServer server = TrialServer.start();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<TrialSummary>> trials = new ArrayList<>();
      for (String name : List.of("one", "two", "three")) {
        trials.add(
            threads.submit(
                () ->
                    new Explorer(
                            server,
                            name,
                            TrialOptions.defaults()
                                .with(o -> o.plans(4).budget(Duration.ofMinutes(4))),
                            ControllerTrialTest::workload)
                        .explore()));
      }
      for (Future<TrialSummary> trial : trials) {
        assertThat(trial.get(2, TimeUnit.MINUTES).plans()).isEqualTo(4);
      }
    }
  }

  @Test
  void managerWithLeaderElectionLeadsAgainAfterACrash() {
    AtomicInteger starts = new AtomicInteger();
    TrialSummary summary =
        Trials.run(
            "leader",
            TrialOptions.defaults().with(o -> o.replay("crash-after=apply_configmaps_hello#1")),
            trial -> {
              trial.manager(
                  "pages",
                  m -> {
                    starts.incrementAndGet();
                    addTo(m);
                  },
                  o -> o.leaderElection());
              trial.create(Page.of("hello", "1"));
            });
    assertThat(summary.points()).isEqualTo(1);
    assertThat(starts).as("two undisturbed runs, and one with a crash").hasValue(4);
  }

  @Test
  void rightsOfCachesAndOfEventsCount() {
    for (String missing : List.of("list", "watch", "events")) {
      String role =
          """
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRole
          metadata: {name: pages}
          rules:
          - apiGroups: ["", trials.drover.dev, events.k8s.io]
            resources: [configmaps, pages, pages/status, events]
            verbs: [get, list, watch, create, patch, update]
          """
              .replace(missing, "none");
      assertThatThrownBy(
              () ->
                  Trials.run(
                      "rights",
                      TrialOptions.defaults(),
                      trial -> {
                        trial.rights(Manifests.parse(role).getFirst());
                        trial.manager(ControllerTrialTest::addTo);
                        trial.create(Page.of("hello", "1"));
                      }))
          .isInstanceOf(TrialFailure.class)
          .hasMessageContaining("not within the declared rules")
          .hasMessageContaining(missing);
    }
  }

  @Test
  @Tag("slow")
  void handlersOfSharedControllersAreTried() {
    AtomicInteger starts = new AtomicInteger();
    TrialSummary summary =
        Trials.run(
            "handlers",
            TrialOptions.defaults().with(o -> o.plans(20).budget(Duration.ofMinutes(4))),
            trial -> {
              trial.factory(
                  f -> {
                    starts.incrementAndGet();
                    handlers(f);
                  });
              trial.create(Page.of("hello", "1"));
              trial.edit(Page.class, "hello", p -> p.withText("2"));
              trial.finallyTrue(
                  "the text is copied",
                  r -> r.list(ConfigMap.class).getFirst().data().get("text").equals("2"));
            });
    assertThat(summary.plans()).isEqualTo(20);
    assertThat(summary.calls()).isGreaterThanOrEqualTo(2);
    assertThat(starts.get()).as("22 runs, and crashes").isGreaterThan(23);
  }

  private static void handlers(SharedControllerFactory factory) {
    factory.install(Page.class);
    Client client = factory.clients().client();
    SharedController<Page> pages = factory.forObject(Page.class);
    pages
        .controller()
        .watch(
            Source.of(
                factory.forObject(ConfigMap.class).informer(), EventMapper.owner(Page.class)));
    pages.registerHandler(
        "copy",
        (_, page) -> {
          if (page != null && !page.isBeingDeleted()) {
            client.apply(
                ConfigMap.named(page.namespace(), page.name())
                    .with(c -> c.ownedBy(page).data("text", page.spec().text())));
          }
          return page;
        });
  }

  @Test
  void handlerThatDelaysItsRequestIsWaitedFor() {
    Trials.run(
        "delayed",
        TrialOptions.defaults().with(o -> o.plans(3).budget(Duration.ofMinutes(4))),
        trial -> {
          trial.factory(
              f -> {
                f.install(Page.class);
                SharedController<Page> pages = f.forObject(Page.class);
                Client client = f.clients().client();
                Instant due = f.time().instant().plus(Duration.ofHours(1));
                pages.registerHandler(
                    "late",
                    (key, page) -> {
                      if (page == null || page.status() != null) {
                        return page;
                      }
                      if (f.time().instant().isBefore(due)) {
                        pages.enqueueAfter(key.namespace(), key.name(), Duration.ofHours(1));
                        return page;
                      }
                      return client.updateStatus(page, new Page.Status("Late", null));
                    });
              });
          trial.create(Page.of("hello", "1"));
          trial.finallyTrue(
              "the page is late",
              r -> r.get(Page.class, trial.namespace(), "hello").status() != null);
        });
  }

  /// A timer goes off when the trial moves time on, and not in a circle.
  @Test
  void controllerWithAShortTimerPasses() {
    TrialSummary summary =
        Trials.run(
            "timer",
            TrialOptions.defaults().with(o -> o.plans(6).budget(Duration.ofMinutes(4))),
            trial -> {
              trial.manager(
                  m -> {
                    m.install(Page.class);
                    m.controllerFor(Page.class)
                        .owns(ConfigMap.class)
                        .watches(
                            Source.every(
                                Duration.ofMillis(100),
                                m.time(),
                                () -> List.of(Request.of(trial.namespace(), "hello"))))
                        .complete(ControllerTrialTest::reconcile);
                  });
              trial.create(Page.of("hello", "1"));
              trial.edit(Page.class, "hello", p -> p.withText("2"));
            });
    assertThat(summary.plans()).isEqualTo(6);
    assertThat(summary.unrepeatable()).isEmpty();
  }

  @Test
  void objectsElsewhereAreDeletedBetweenRuns() {
    TrialSummary summary =
        Trials.run(
            "elsewhere",
            TrialOptions.defaults().with(o -> o.plans(6).budget(Duration.ofMinutes(4))),
            trial -> {
              trial.manager(ControllerTrialTest::addTo);
              trial.step(
                  "a cluster role, a namespace and a map in it appear",
                  c -> {
                    c.create(ClusterRole.named("reader"));
                    c.create(Namespace.named("annex"));
                    c.create(
                        ConfigMap.named("annex", "held")
                            .with(m -> m.metadata(x -> x.finalizer("example.com/held"))));
                  });
              trial.create(Page.of("hello", "1"));
            });
    assertThat(summary.plans()).isEqualTo(6);
  }

  @Test
  void managerOfAllNamespacesSeesNothingOfOtherRuns() {
    try (TrialServer server = TrialServer.start()) {
      TrialOptions few =
          TrialOptions.defaults().with(o -> o.plans(4).budget(Duration.ofMinutes(4)));
      new Explorer(server, "confined", few, ControllerTrialTest::workloadThatLeaves).explore();
      new Explorer(
              server,
              "wide",
              few,
              trial -> {
                trial.manager("pages", ControllerTrialTest::addTo, o -> o.namespaces());
                trial.create(Page.of("hello", "1"));
                trial.finallyTrue(
                    "there is one page", r -> trial.client().list(Page.class).size() == 1);
              })
          .explore();
    }
  }

  private static void workloadThatLeaves(Trial trial) {
    trial.manager(ControllerTrialTest::addTo);
    trial.create(Page.of("other", "1"));
  }

  @Test
  void bodyThatLooksAtTheClusterFindsTheControllerAtWork() {
    TrialSummary summary =
        Trials.run(
            "looks",
            TrialOptions.defaults().with(o -> o.replay("crash-down=apply_configmaps_hello#1")),
            trial -> {
              trial.manager(ControllerTrialTest::addTo);
              trial.create(Page.of("hello", "1"));
              assertThat(trial.client().get(Page.class, "hello").status()).isNotNull();
              trial.delete(Page.class, "hello");
            });
    assertThat(summary.points()).isEqualTo(1);
  }

  @Test
  void stepThatNeedsTheControllerIsTakenWhenItIsBack() {
    for (String plan : List.of("crash-down=apply_configmaps_hello#1", "down=now@2")) {
      TrialSummary summary =
          Trials.run(
              "needs",
              TrialOptions.defaults().with(o -> o.replay(plan)),
              trial -> {
                trial.manager(ControllerTrialTest::addTo);
                trial.create(Page.of("hello", "1"));
                trial.step(
                    "look at the status",
                    c -> assertThat(c.get(Page.class, "hello").status()).isNotNull());
                trial.delete(Page.class, "hello");
              });
      assertThat(summary.plans()).isEqualTo(1);
    }
  }

  @Test
  void planDoesNotApplyIfAStepCannotBeRepeated() {
    AtomicInteger tries = new AtomicInteger();
    TrialSummary summary =
        Trials.run(
            "repeated",
            TrialOptions.defaults().with(o -> o.replay("crash-down=apply_configmaps_hello#1")),
            trial -> {
              trial.manager(ControllerTrialTest::addTo);
              trial.create(Page.of("hello", "1"));
              trial.step(
                  "make an object and look at the status",
                  c -> {
                    tries.incrementAndGet();
                    c.create(ConfigMap.named(trial.namespace(), "beside"));
                    assertThat(c.get(Page.class, "hello").status()).isNotNull();
                  });
            });
    assertThat(summary.plans()).isEqualTo(1);
    assertThat(tries).as("two undisturbed runs, and two tries").hasValue(4);
  }

  @Test
  void wholeProgramIsTried() {
    TrialSummary summary =
        Trials.run(
            "program",
            TrialOptions.defaults().with(o -> o.plans(5).budget(Duration.ofMinutes(4))),
            trial -> {
              trial.program(
                  args -> {
                    try (Manager manager = Manager.connect("pages", args)) {
                      addTo(manager);
                      manager.run();
                    }
                  });
              trial.create(Page.of("hello", "1"));
              trial.delete(Page.class, "hello");
            });
    assertThat(summary.plans()).isEqualTo(5);
    assertThat(summary.calls()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void programThatRunsSomethingElseIsAnError() {
    HostedProgram waits =
        new HostedProgram(_ -> new CountDownLatch(1).await(), List.of(), Duration.ofMillis(200));
    assertThatThrownBy(() -> waits.begin(noManagers()))
        .hasMessageContaining("runs no manager within")
        .hasMessageContaining("Trial.factory");
  }

  private static ControllerProcess.Managers noManagers() {
    return new ControllerProcess.Managers() {
      @Override
      public Manager connect(ManagerOptions base, Consumer<ManagerOptions.Builder> change) {
        throw new AssertionError("nothing is connected");
      }

      @Override
      public SharedControllerFactory share(Consumer<FactoryOptions.Builder> change) {
        throw new AssertionError("nothing is connected");
      }
    };
  }

  @Test
  void programWithoutAManagerIsAnError() {
    assertThatThrownBy(
            () -> Trials.run("empty", TrialOptions.defaults(), trial -> trial.program(_ -> {})))
        .hasMessageContaining("ran no manager");
  }

  @Test
  void bodyWithoutAControllerIsAnError() {
    assertThatThrownBy(
            () ->
                Trials.run(
                    "nothing",
                    TrialOptions.defaults(),
                    trial -> trial.create(ConfigMap.named("", "alone"))))
        .isInstanceOf(TrialFailure.class)
        .hasMessageContaining("no controller is on trial");
  }

  @Test
  void childThatIsDeletedJustBeforeItIsChangedIsMadeAgain() {
    TrialSummary summary =
        Trials.run(
            "deleted",
            TrialOptions.defaults().with(o -> o.replay("deleted=apply_configmaps_hello#2")),
            trial -> {
              trial.manager(ControllerTrialTest::addTo);
              trial.create(Page.of("hello", "1"));
              trial.edit(Page.class, "hello", p -> p.withText("2"));
            });
    assertThat(summary.points()).isEqualTo(1);
  }
}
