package dev.drover.testkit.trial;

import dev.drover.client.Client;
import dev.drover.client.Transport;
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

/// One run of the body under a plan: starts processes, takes steps, disturbs, waits for rest.
///
/// *Rest* is found by counting, never by time: caches have what the server has, queues are empty,
/// what failed was retried (time is moved on for it), timers change nothing any more. A request
/// that runs [RunObserver#HOT] times in one step, or fails [#TRIES] times in a row, ends the run
/// with a violation.
///
/// *Threads.* The body and all waiting are on one thread; reconciles run on the workers of the
/// managers, one at a time, see [RunObserver].
final class TrialRun implements AutoCloseable {
  /// So many failures of one request in a row are for ever.
  static final int TRIES = 12;

  private static final int TIMER_ROUNDS = 3; // without a change
  private static final int FROZEN_RETRIES = 2; // more of them meet the same old view
  private static final int ROUNDS = 300; // of everything, to end
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
  private final WaitInterrupter interrupter = new WaitInterrupter();
  private final RunObserver observer;
  private long collected = -1; // effects when garbage was last collected
  private volatile int downBefore; // the number of the step whose change the controller misses
  private volatile boolean isAtRest; // nothing was done since all was at rest

  /// Ends a run early: it broke a promise, or its plan does not apply.
  static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Over() {
      super("the run of a trial is over", null, false, false);
    }
  }

  /// A process did not start.
  static final class NotStarted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Throwable reason;

    NotStarted(Throwable reason) {
      super("the controller does not start", reason, false, false);
      this.reason = reason;
    }

    /// What the process or the user's code ended with.
    Throwable reason() {
      return reason;
    }
  }

  TrialRun(TrialServer server, Plan plan) {
    this.server = server;
    this.plan = plan;
    String namespace = server.namespace();
    this.recording = new Recording(namespace);
    this.access = server.access();
    this.client = server.client(namespace, (request, next) -> next.send(request));
    this.observer =
        new RunObserver(
            recording, rules, access, reader(), interrupter, this::isAlive, this::crashed);
    this.garbage = new GarbageCollection(access, recording, observer::reportFirst);
    this.disturbances = new StepDisturbances(plan, this, recording, access, views);
    this.bodyClient = server.client(namespace, this::sendForBody);
    this.workload = server.client(namespace, this::sendForWorkload);
  }

  /// Before the body looks at the cluster, all is at rest again.
  private Transport.Response sendForBody(Transport.Request request, Transport next)
      throws IOException {
    comeBack();
    if (!request.method().equals("GET")) {
      isAtRest = false;
    }
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
    return new NamespaceReader(client, recording.namespace());
  }

  /// For the body, between steps.
  Client client() {
    return bodyClient;
  }

  ClusterAccess access() {
    return access;
  }

  List<Violation> violations() {
    return observer.violations();
  }

  void report(Violation violation) {
    observer.report(violation);
  }

  private boolean isAlive() {
    return processes.stream().noneMatch(ControllerProcess::isDead);
  }

  private void crashed(boolean staysDown) {
    if (staysDown && processes.size() == 1) { // steps may need other processes
      downBefore = recording.steps() + 1;
    }
  }

  // ---- What the body does

  void start(String name, ControllerProcess.Life life) {
    ControllerProcess process =
        new ControllerProcess(
            name,
            life,
            new ControllerProcess.Environment(
                server.config(namespace()), server.transport(), time, observer, server::purge),
            () -> new DisturbanceLayer(plan, recording, views, server.transport(), observer));
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
    isAtRest = false;
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
    recording.note(down);
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
  ///
  /// @throws IllegalStateException if the body added no controller: nothing could be disturbed
  ClusterState finish() {
    if (processes.isEmpty()) {
      throw new IllegalStateException(
          "no controller is on trial: take a parameter of the type Trial, and call its manager,"
              + " factory or program");
    }
    comeBack();
    if (!isAtRest) {
      settle();
    }
    processes.forEach(ControllerProcess::writeEvents);
    settle(); // a process may have crashed at an event
    observer.judgeRights();
    return ClusterState.read(access, recording);
  }

  // ---- Waiting for rest

  private void start(ControllerProcess process) {
    isAtRest = false;
    recording.restarted();
    interrupter.reset(); // the process must start, whatever happened to others
    try {
      interrupter.guard(process::start);
    } catch (RuntimeException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      Throwable cause = e.getClass() == IllegalStateException.class ? e.getCause() : null;
      throw new NotStarted(cause == null ? e : cause);
    }
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
    isAtRest = false;
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
        isAtRest = !isFrozen;
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
            observer.lastCalls()));
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
    if (!violations().isEmpty()) {
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
