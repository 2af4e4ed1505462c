package dev.drover.testkit.trial;

import dev.drover.client.Client;
import dev.drover.client.Transport;
import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.ReconcileTracer;
import dev.drover.runtime.Settleable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// One run of the body under a plan: starts processes, takes steps, disturbs, waits for rest.
///
/// *Rest* is found by counting, never by time: caches have what the server has, queues are empty,
/// what failed was retried (time is moved on for it), timers change nothing any more. A request
/// that runs [#HOT] times in one step, or fails [#TRIES] times in a row, ends the run with a
/// violation.
///
/// *Threads.* The body and all waiting are on one thread; reconciles run on the workers of the
/// managers, one at a time.
final class TrialRun implements DisturbanceLayer.Listener, AutoCloseable {
  /// So many runs of one request in one step are a hot loop.
  static final int HOT = 100;

  /// So many failures of one request in a row are for ever.
  static final int TRIES = 12;

  private static final int TIMER_ROUNDS = 3; // without a change
  private static final int FROZEN_RETRIES = 2; // more of them meet the same old view
  private static final int ROUNDS = 300; // of everything, to end
  private static final int MOST_CALLS = 2000; // of one reconcile
  private static final Duration PATIENCE = Duration.ofMinutes(2); // for code that hangs

  private final TrialServer server;
  private final Plan plan;
  private final Recording recording;
  private final LaggingViews views = new LaggingViews();
  private final TrialTime time = new TrialTime();
  private final TrialRules rules = new TrialRules();
  private final ClusterAccess access;
  private final GarbageCollection garbage;
  private final StepDisturbances disturbances;
  private final Client client;
  private final Client bodyClient;
  private final Client workload;
  private final List<ControllerProcess> processes = new CopyOnWriteArrayList<>();
  private final List<Violation> violations = new CopyOnWriteArrayList<>();
  private final Semaphore turn = new Semaphore(1, true); // one reconcile at a time
  private final WaitInterrupter interrupter = new WaitInterrupter();
  private long collected = -1; // effects when garbage was last collected
  private volatile int downBefore; // the number of the step whose change the controller misses

  /// Ends a run early: it broke a promise, or its plan does not apply.
  static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Over() {
      super("the run of a trial is over", null, false, false);
    }
  }

  TrialRun(TrialServer server, Plan plan) {
    this.server = server;
    this.plan = plan;
    String namespace = server.namespace();
    this.recording = new Recording(namespace);
    this.access = server.access();
    this.garbage = new GarbageCollection(access, recording, this::reportFirst);
    this.disturbances = new StepDisturbances(plan, this, recording, access, views);
    this.client = server.client(namespace, (request, next) -> next.send(request));
    this.bodyClient = server.client(namespace, this::sendForBody);
    this.workload = server.client(namespace, this::sendForWorkload);
  }

  /// Before the body looks at the cluster, all is at rest again.
  private Transport.Response sendForBody(Transport.Request request, Transport next)
      throws IOException {
    comeBack();
    return next.send(request);
  }

  private Transport.Response sendForWorkload(Transport.Request request, Transport next)
      throws IOException {
    Optional<ApiCall> call = ApiCall.of(request).filter(ApiCall::isWrite);
    if (call.isEmpty()) {
      return next.send(request);
    }
    CallPoint point = recording.next(call.get(), TimelineEntry.Origin.WORKLOAD);
    BufferedResponse held = BufferedResponse.of(next.send(DisturbanceLayer.inJson(request)));
    recording.called(
        point,
        call.get(),
        TimelineEntry.Origin.WORKLOAD,
        "",
        held.status(),
        Json.parse(held.bytes()),
        null);
    return held;
  }

  Plan plan() {
    return plan;
  }

  Recording recording() {
    return recording;
  }

  TrialRules rules() {
    return rules;
  }

  String namespace() {
    return recording.namespace();
  }

  /// Reads what is in this namespace.
  NamespaceReader reader() {
    return new NamespaceReader(client, namespace());
  }

  /// For the body, between steps.
  Client client() {
    return bodyClient;
  }

  ClusterAccess access() {
    return access;
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }

  void report(Violation violation) {
    violations.add(violation);
  }

  private void reportFirst(Violation violation) {
    if (violations.isEmpty()) {
      report(violation);
    }
  }

  // ---- What the body does

  void start(String name, ControllerProcess.Life life) {
    ControllerProcess process =
        new ControllerProcess(
            name,
            life,
            new ControllerProcess.Environment(
                server.config(namespace()), server.transport(), time, new Turns(), server::purge),
            () -> new DisturbanceLayer(plan, recording, views, server.transport(), this));
    comeBack();
    processes.add(process);
    start(process);
    settle();
  }

  void start(Trial.Program program) {
    start("controller", new HostedProgram(program, server.arguments(namespace())));
  }

  void step(String what, Trial.Step step) {
    int number = recording.step(what);
    disturbances.freeze(number);
    List<ControllerProcess> down = goDown(number);
    boolean isTaken = isTaken(step, number, what, false);
    down.forEach(this::start);
    settle();
    if (!isTaken) {
      boolean _ = isTaken(step, number, what, true);
      settle();
    }
    disturbances.thaw(number);
    disturbances.disturbAfter(number);
  }

  /// @param isAgain whether a part of it may have been done already
  /// @return false if it cannot be taken while the controller is down
  private boolean isTaken(Trial.Step step, int number, String what, boolean isAgain) {
    boolean isDown = processes.stream().anyMatch(p -> p.isDead() || p.controllers().isEmpty());
    try {
      step.run(workload);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in step " + number + ": " + what, e);
    } catch (Exception | AssertionError e) {
      if (isDown) {
        return false;
      }
      if (isAgain) {
        recording.note("the step cannot be taken again, so the plan does not apply: " + e);
        throw new Over();
      }
      if (e instanceof AssertionError assertion) {
        throw assertion;
      }
      report(Violation.of("workload", "step %d fails: %s".formatted(number, what), e.toString()));
      throw new Over();
    }
  }

  /// Ends the controller for a step, if the plan says so.
  private List<ControllerProcess> goDown(int step) {
    Disturbance down = new Disturbance.Down(step);
    if (!plan.disturbances().contains(down)) {
      return List.of();
    }
    recording.note(down.toString());
    processes.forEach(ControllerProcess::kill);
    recording.restarted();
    return List.copyOf(processes);
  }

  /// Starts the controller that is down until the next step: the body does not go on with a step.
  private void comeBack() {
    if (isDown()) {
      downBefore = 0;
      settle();
    }
  }

  private boolean isDown() {
    return recording.steps() < downBefore;
  }

  /// The workload is over; everything comes to rest once more.
  ClusterState finish() {
    comeBack();
    settle();
    processes.forEach(ControllerProcess::writeEvents);
    settle(); // a process may have crashed at an event
    rules
        .rights()
        .ifPresent(
            rights ->
                recording.others().stream()
                    .filter(call -> !call.path().isDefinition() && !rights.allow(call))
                    .findFirst()
                    .ifPresent(call -> report(beyondRights(call))));
    return ClusterState.read(access, recording);
  }

  private static Violation beyondRights(ApiCall call) {
    return Violation.of("rights", "a call is not within the declared rules: " + call);
  }

  // ---- Waiting for rest

  private void start(ControllerProcess process) {
    recording.restarted();
    interrupter.reset(); // the process must start, whatever happened to others
    interrupter.guard(process::start);
    if (process.controllers().isEmpty() && !process.isDead()) {
      throw new IllegalStateException("the process " + process.name() + " did not start");
    }
  }

  /// Ends all processes and starts them again.
  ///
  /// @param between is done while none of them runs
  void restart(Runnable between) {
    processes.forEach(ControllerProcess::kill);
    between.run();
    processes.forEach(this::start);
  }

  /// Lets the next rest collect garbage, although no controller wrote anything.
  void collectAgain() {
    collected = -1;
  }

  /// Waits until all is at rest.
  void settle() {
    boolean isFrozen = disturbances.isFrozen();
    int quietTimers = 0;
    int retries = 0;
    boolean hasCollected = false;
    for (int round = 0; round < ROUNDS; round++) {
      settleManagers();
      if (restartDead()) {
        continue;
      }
      // A controller that sees the past makes again what is collected, as often as it is.
      if (!(isFrozen && hasCollected) && collectGarbage()) {
        hasCollected = true;
        continue;
      }
      Optional<TimelineEntry.Ended> retry = recording.retry();
      boolean isTimer = !isFrozen && retry.isEmpty() && hasTimers() && quietTimers < TIMER_ROUNDS;
      boolean isDone = isFrozen ? retry.isEmpty() || retries++ == FROZEN_RETRIES : retry.isEmpty();
      if (isDone && !isTimer) {
        return;
      }
      long effects = recording.effects();
      advance();
      if (isTimer) {
        settleManagers();
        quietTimers = recording.effects() == effects ? quietTimers + 1 : 0;
      }
    }
    report(
        new Violation(
            "comes to rest",
            "the controller does not come to rest: it is still writing after "
                + ROUNDS
                + " rounds of retries and timers",
            lastCalls()));
    throw new Over();
  }

  /// Requests that handlers of shared controllers delay are not seen, only that time moves on.
  private boolean hasTimers() {
    return recording.hasTimers() || processes.stream().anyMatch(ControllerProcess::isShared);
  }

  /// Moves time on until a reconcile is due.
  private void advance() {
    long runs = recording.runs();
    for (int i = 0; i < 20 && recording.runs() == runs; i++) {
      if (!time.advance()) {
        return;
      }
      settleManagers();
    }
  }

  private void settleManagers() {
    List<Settleable> running = new ArrayList<>();
    for (ControllerProcess process : processes) {
      if (!process.isDead()) {
        process.controllers().ifPresent(running::add);
      }
    }
    try {
      interrupter.guard(() -> Settleable.settleAll(running, PATIENCE));
    } catch (IllegalStateException e) {
      report(Violation.of("comes to rest", "the controller does not come to rest", e.toString()));
    }
    for (ControllerProcess process : processes) {
      process
          .failure()
          .ifPresent(
              error ->
                  report(
                      Violation.of(
                          "keeps running", "the manager ended by itself", error.toString())));
    }
    if (!violations.isEmpty()) {
      throw new Over();
    }
  }

  private boolean restartDead() {
    if (isDown()) {
      recording.restarted(); // nothing of it waits any more
      return false;
    }
    boolean restarted = false;
    for (ControllerProcess process : processes) {
      if (process.isDead()) {
        process.kill();
        recording.note("the controller starts again");
        start(process);
        restarted = true;
      }
    }
    return restarted;
  }

  private boolean collectGarbage() {
    if (collected == recording.effects()) {
      return false;
    }
    collected = recording.effects();
    boolean changed = garbage.pass(ClusterState.read(access, recording));
    if (changed) {
      collected = -1;
    }
    return changed;
  }

  private List<String> lastCalls() {
    List<TimelineEntry> timeline = recording.timeline();
    return timeline.subList(Math.max(0, timeline.size() - 12), timeline.size()).stream()
        .map(TimelineEntry::toString)
        .toList();
  }

  // ---- What the layer observes

  @Override
  public void crashed(boolean staysDown) {
    if (staysDown && processes.size() == 1) { // steps may need other processes
      downBefore = recording.steps() + 1;
    }
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
      rules.broken(reader(), false).forEach(this::stop);
    }
  }

  private void stop(Violation violation) {
    report(violation);
    interrupter.alarm();
  }

  /// One reconcile at a time, each recorded.
  private final class Turns implements ReconcileTracer {
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
  }

  private Violation hotLoop(ReconcileRun run) {
    return new Violation(
        "comes to rest",
        "hot loop: %s reconciled %s %d times in one step"
            .formatted(run.controller(), run.request(), HOT)
            .replace(namespace(), "NAMESPACE"),
        lastCalls());
  }

  private void ended(ReconcileRun run, Outcome outcome, @Nullable Throwable error) {
    boolean isAlive = processes.stream().noneMatch(ControllerProcess::isDead);
    TimelineEntry.Ended ended = recording.ended(run, outcome, error);
    if (isAlive) {
      RunOracle.judge(run, ended, error).ifPresent(this::stop);
    }
  }

  /// Ends the processes, and deletes what the next run would see of this one.
  @Override
  public void close() {
    processes.forEach(ControllerProcess::kill);
    boolean isWide = processes.stream().anyMatch(ControllerProcess::seesAllNamespaces);
    List<ClusterState.Item> left =
        isWide
            ? ClusterState.read(access, recording).objects()
            : ClusterState.elsewhere(access, recording);
    if (!isWide) {
      Set<ResourcePath> resources = new HashSet<>(recording.written());
      resources.addAll(recording.watched());
      server.leave(namespace(), resources);
    }
    left.stream()
        .sorted(Comparator.comparing(ClusterState.Item::isNamespaceObject)) // last
        .forEach(item -> item.delete(access));
  }
}
