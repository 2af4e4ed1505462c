package dev.drover.testkit.trial;

import java.util.List;
import java.util.Map;

/// The disturbances of a plan that happen at a step rather than at a call: stale views, restarts,
/// deleted children. One thread.
final class StepDisturbances {
  private final Plan plan;
  private final TrialRun run;
  private final Recording recording;
  private final ClusterAccess access;
  private final LaggingViews views;
  private boolean isFrozen; // the controller sees the past

  StepDisturbances(
      Plan plan, TrialRun run, Recording recording, ClusterAccess access, LaggingViews views) {
    this.plan = plan;
    this.run = run;
    this.recording = recording;
    this.access = access;
    this.views = views;
  }

  /// Whether the controller sees an older state of the cluster.
  boolean isFrozen() {
    return isFrozen;
  }

  /// Before a step: makes views stale.
  void freeze(int step) {
    for (Disturbance disturbance : plan.disturbances()) {
      switch (disturbance) {
        case Disturbance.SlowWatch(int at, String resource) when at == step ->
            freeze(resource, disturbance);
        case Disturbance.WatchGap(int at, String resource) when at == step ->
            freeze(resource, disturbance);
        default -> {}
      }
    }
  }

  private void freeze(String resource, Disturbance why) {
    recording.watched().stream()
        .filter(path -> path.resource().equals(resource))
        .findFirst()
        .ifPresent(
            path -> {
              isFrozen = true;
              views.freeze(resource, access.revision(path, recording.namespace()));
              recording.note(why);
            });
  }

  /// After a step: lets the views catch up.
  void thaw(int step) {
    for (Disturbance disturbance : plan.disturbances()) {
      boolean isGap = disturbance instanceof Disturbance.WatchGap(int at, _) && at == step;
      boolean isSlow = disturbance instanceof Disturbance.SlowWatch(int at, _) && at == step;
      if (isGap || isSlow) {
        isFrozen = false;
        recording.note("the watch goes on" + (isGap ? ": expired (410)" : ""));
        if (isGap) {
          views.thawWithGap();
        } else {
          views.thaw();
        }
        run.settle();
      }
    }
  }

  /// After a step, with everything at rest: deletes children, restarts processes.
  void disturbAfter(int step) {
    for (Disturbance disturbance : plan.disturbances()) {
      switch (disturbance) {
        case Disturbance.DeletedChild(int at, String object) when at == step ->
            deleteChild(object, disturbance);
        case Disturbance.StaleRestart(int at, CallPoint asOf) when at == step ->
            restartStale(asOf, disturbance);
        case Disturbance.Restart(int at) when at == step -> restartAll(disturbance);
        default -> {}
      }
    }
  }

  private void deleteChild(String object, Disturbance why) {
    for (ClusterState.Item item : ClusterState.read(access, recording).named(object)) {
      recording.note(why);
      access.delete(item.path(), item.uid(), "Background");
      run.collectAgain();
      run.settle();
    }
  }

  private void restartStale(CallPoint asOf, Disturbance why) {
    long revision =
        recording.calls().stream()
            .filter(call -> call.point().equals(asOf) && !call.version().isEmpty())
            .mapToLong(call -> Long.parseLong(call.version()))
            .findFirst()
            .orElse(0);
    if (revision == 0) {
      return; // the run did not get there
    }
    recording.note(why);
    run.restart(
        () -> {
          isFrozen = true;
          views.freezeAll(revision);
        });
    run.settle();
    isFrozen = false;
    recording.note("the controller sees the present");
    views.thaw();
    run.settle();
  }

  private void restartAll(Disturbance why) {
    Map<String, String> before = ClusterState.read(access, recording).versions();
    recording.note(why);
    run.restart(() -> {});
    run.settle();
    Map<String, String> after = ClusterState.read(access, recording).versions();
    if (!after.equals(before)) {
      List<String> changed =
          after.entrySet().stream()
              .filter(object -> !object.getValue().equals(before.get(object.getKey())))
              .map(Map.Entry::getKey)
              .toList();
      run.report(
          new Violation(
              "stable",
              "a restart changes objects though nothing was to do: the controller does not"
                  + " recognize its own finished work",
              changed));
    }
  }
}
