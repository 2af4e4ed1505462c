package dev.drover.testkit.trial;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Learns from two undisturbed runs, then runs plans until one fails or the budget is used up. One
/// thread.
final class Explorer {
  private static final Duration PROGRESS = Duration.ofSeconds(1);

  private final TrialServer server;
  private final String name;
  private final TrialOptions options;
  private final Trials.Body body;
  private final List<String> unrepeatable = new ArrayList<>();
  private @Nullable Throwable cause; // of the last violation that came from the body

  Explorer(TrialServer server, String name, TrialOptions options, Trials.Body body) {
    this.server = server;
    this.name = name;
    this.options = options;
    this.body = body;
  }

  /// @throws TrialFailure if a plan fails
  TrialSummary explore() {
    long begun = System.nanoTime();
    Optional<Plan> replay = options.replay().map(Plan::decode); // a mistake in it comes first
    Reference reference = learn();
    Set<Plan> plans = new LinkedHashSet<>();
    replay.ifPresentOrElse(
        plans::add,
        () -> {
          plans.addAll(Planner.singles(reference));
          plans.addAll(Planner.pairs(reference, options.seed(), options.pairs()));
        });
    int done = 0;
    Set<Disturbance> points = new HashSet<>();
    Plan longest = Plan.UNDISTURBED;
    long longestNanos = 0;
    long told = begun;
    for (Plan plan : plans) {
      long now = System.nanoTime();
      boolean isOver = done > 0 && now - begun > options.budget().toNanos();
      if (isOver || done == options.plans()) {
        break;
      }
      RunResult result = run(plan, reference);
      if (result.isFailed()) {
        confirm(plan, result, reference).ifPresent(failed -> fail(failed, reference));
      } else if (replay.isPresent() && !result.wasReached()) {
        throw unreached(result, reference);
      }
      done++;
      if (result.wasReached()) {
        points.addAll(plan.disturbances());
      }
      long took = System.nanoTime() - now;
      if (took > longestNanos) {
        longestNanos = took;
        longest = plan;
      }
      if (now + took - told >= PROGRESS.toNanos()) {
        told = now + took;
        options.progress().accept("%s: %d of %d plans".formatted(name, done, plans.size()));
      }
    }
    return new TrialSummary(
        done,
        plans.size(),
        points.size(),
        reference.first().recording().steps(),
        (int) reference.first().recording().calls().stream().filter(c -> c.isOwn()).count(),
        Duration.ofNanos(System.nanoTime() - begun),
        longest.toString(),
        unrepeatable);
  }

  private Reference learn() {
    RunResult first = run(Plan.UNDISTURBED, null);
    if (first.isFailed()) {
      fail(first, null);
    }
    RunResult second = run(Plan.UNDISTURBED, null);
    if (second.isFailed()) {
      fail(second, null);
    }
    return Reference.of(first, second);
  }

  /// A failure counts if it comes again: in one of two more runs.
  private Optional<RunResult> confirm(Plan plan, RunResult failed, Reference reference) {
    for (int i = 0; i < 2; i++) {
      RunResult again = run(plan, reference);
      if (again.isFailed()) {
        return Optional.of(again);
      }
    }
    unrepeatable.add(plan.encode() + " (" + failed.violations().getFirst().cause() + ")");
    return Optional.empty();
  }

  /// A replay that disturbs nothing must not look like one that the controller survives.
  private TrialFailure unreached(RunResult result, Reference reference) {
    return new TrialFailure(
        TrialReport.unreached(name, result, reference.first().recording()),
        TrialFailure.REPLAY,
        result.plan().encode(),
        null);
  }

  private void fail(RunResult failed, @Nullable Reference reference) {
    RunResult smallest = smallest(failed, reference);
    Violation violation = smallest.violations().getFirst();
    String report = TrialReport.text(name, smallest);
    String file =
        options
            .reports()
            .map(folder -> "\nHTML report: " + TrialReport.write(folder, name, smallest))
            .orElse("");
    throw new TrialFailure(report + file, violation.oracle(), smallest.plan().encode(), cause);
  }

  /// The run of the smallest plan that still fails.
  private RunResult smallest(RunResult failed, @Nullable Reference reference) {
    if (reference != null) {
      for (Plan smaller : failed.plan().smaller()) {
        RunResult result = run(smaller, reference);
        if (result.isFailed()) {
          return smallest(result, reference);
        }
      }
    }
    return failed;
  }

  /// Runs the body under a plan, and judges the run.
  private RunResult run(Plan plan, @Nullable Reference reference) {
    cause = null;
    try (TrialRun run = new TrialRun(server, plan)) {
      Optional<ClusterState> state = Optional.empty();
      try {
        body.run(new Trial(run));
        state = Optional.of(run.finish());
        Oracles.always(run.recording(), state.get()).forEach(run::report);
        run.rules().broken(run.reader(), true).forEach(run::report);
      } catch (TrialRun.Over e) {
        // it broke a promise, or the plan does not apply
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted in the run of a trial", e);
      } catch (TrialRun.NotStarted e) {
        cause = e.reason();
        run.report(TrialReport.notStarted(e.reason()));
      } catch (Exception | AssertionError e) {
        cause = e;
        run.report(Violation.of("test body", "the body of the test fails", String.valueOf(e)));
      }
      RunResult result = result(run, state);
      if (reference == null || result.isFailed() || state.isEmpty()) {
        return result;
      }
      Oracles.compare(result, reference).forEach(run::report);
      return result(run, state);
    }
  }

  private static RunResult result(TrialRun run, Optional<ClusterState> state) {
    return new RunResult(
        run.plan(),
        run.recording(),
        run.rules(),
        state,
        run.violations(),
        run.recording().missed(run.plan()));
  }
}
