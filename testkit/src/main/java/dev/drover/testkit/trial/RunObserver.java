package dev.drover.testkit.trial;

import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.ReconcileTracer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Judges a run while it happens: each reconcile and each answered call of the controllers. Keeps
/// the violations of the run, and ends its wait when there is one. Also does what a plan has other
/// clients do at a call.
///
/// Reconciles take turns, whatever process they are of. Any number of threads.
final class RunObserver implements DisturbanceLayer.Listener, ReconcileTracer {
  /// So many runs of one request in one step are a hot loop.
  static final int HOT = 100;

  private static final int MOST_CALLS = 2000; // of one reconcile
  private static final int LAST_CALLS = 12; // of a report

  private final Recording recording;
  private final TrialRules rules;
  private final ClusterAccess access;
  private final NamespaceReader reader;
  private final WaitInterrupter interrupter;
  private final BooleanSupplier isAlive;
  private final Consumer<Boolean> crashes;
  private final List<Violation> violations = new CopyOnWriteArrayList<>();
  private final Semaphore turn = new Semaphore(1, true); // one reconcile at a time

  /// @param isAlive whether no process has crashed
  /// @param crashes receives whether a process that crashed is not to start before the next step
  RunObserver(
      Recording recording,
      TrialRules rules,
      ClusterAccess access,
      NamespaceReader reader,
      WaitInterrupter interrupter,
      BooleanSupplier isAlive,
      Consumer<Boolean> crashes) {
    this.recording = recording;
    this.rules = rules;
    this.access = access;
    this.reader = reader;
    this.interrupter = interrupter;
    this.isAlive = isAlive;
    this.crashes = crashes;
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  void report(Violation violation) {
    violations.add(violation);
  }

  void reportFirst(Violation violation) {
    if (violations.isEmpty()) {
      report(violation);
    }
  }

  /// Reports a violation, and ends the wait of the run.
  private void stop(Violation violation) {
    report(violation);
    interrupter.alarm();
  }

  /// The end of the timeline, for reports.
  List<String> lastCalls() {
    List<TimelineEntry> timeline = recording.timeline();
    return timeline.subList(Math.max(0, timeline.size() - LAST_CALLS), timeline.size()).stream()
        .map(TimelineEntry::toString)
        .toList();
  }

  /// Reports a request that a manager made outside of reconciles and had no right to make.
  void judgeRights() {
    rules
        .rights()
        .ifPresent(
            rights ->
                recording.others().stream()
                    .filter(call -> !call.path().isDefinition() && !rights.allow(call))
                    .findFirst()
                    .ifPresent(call -> report(beyondRights(call))));
  }

  private static Violation beyondRights(ApiCall call) {
    return Violation.of("rights", "a call is not within the declared rules: " + call);
  }

  // ---- Calls

  @Override
  public void crashed(boolean staysDown) {
    crashes.accept(staysDown);
    interrupter.alarm();
  }

  @Override
  public void intrude(ApiCall call) {
    String stamp = "{\"metadata\":{\"annotations\":{\"" + OtherWriter.ANNOTATION + "\":\"here\"}}}";
    if (!call.name().isEmpty() && access.patch(call.objectPath(), stamp)) {
      recording.note("another writer annotates " + call.object());
    }
  }

  @Override
  public void delete(ApiCall call) {
    access
        .find(call.objectPath())
        .filter(
            tree ->
                access.delete(call.objectPath(), Json.text(tree, "metadata", "uid"), "Background"))
        .ifPresent(_ -> recording.note("another client deletes " + call.object()));
  }

  @Override
  public void answered(TimelineEntry.Called called) {
    if (recording.callsOf(called.run()) == MOST_CALLS && !called.run().isEmpty()) {
      stop(
          new Violation(
              "comes to rest",
              "one reconcile makes %,d calls and does not end".formatted(MOST_CALLS),
              lastCalls()));
    }
    rules
        .rights()
        .filter(rights -> !rights.allow(called.call()))
        .ifPresent(_ -> stop(beyondRights(called.call())));
    if (called.hasEffect()
        && called.disturbed() == Effect.OTHER_WRITER
        && OtherWriter.isOverwritten(access, called)) {
      stop(
          Violation.of(
              "other writers",
              "a write undoes the change of another writer that the controller has not seen: "
                  + called.call(),
              "it was sent without the version that was read, and replaces the whole object"));
    }
    if (called.hasEffect() && rules.hasInvariants()) {
      rules.broken(reader, false).forEach(this::stop);
    }
  }

  // ---- Reconciles

  @Override
  public Trace begins(ReconcileRun run) {
    turn.acquireUninterruptibly();
    if (recording.began(run) == HOT) {
      stop(hotLoop(run));
    }
    return (outcome, error) -> {
      try {
        ended(run, outcome, error);
      } finally {
        turn.release();
      }
    };
  }

  private Violation hotLoop(ReconcileRun run) {
    return new Violation(
        "comes to rest",
        "hot loop: %s reconciled %s %d times in one step"
            .formatted(run.controller(), run.request(), HOT)
            .replace(recording.namespace(), "NAMESPACE"),
        lastCalls());
  }

  private void ended(ReconcileRun run, Outcome outcome, @Nullable Throwable error) {
    boolean wasAlive = isAlive.getAsBoolean();
    TimelineEntry.Ended ended = recording.ended(run, outcome, error);
    if (wasAlive) {
      RunOracle.judge(run, ended, error).ifPresent(this::stop);
    }
  }
}
