package dev.drover.testkit.trial;

import dev.drover.runtime.ControllerObserver.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Checks the end state of a run, also against that of the undisturbed run.
final class Oracles {
  private Oracles() {}

  /// What must hold at the end of every run.
  static List<Violation> always(Recording recording, ClusterState state) {
    List<Violation> violations = new ArrayList<>();
    List<ClusterState.Item> stuck =
        state.objects().stream()
            .filter(item -> item.isBeingDeleted() && !item.finalizers().isEmpty())
            .toList();
    if (!stuck.isEmpty()) {
      violations.add(
          new Violation(
              "nothing is left",
              "a deletion never ends: a finalizer is not removed",
              stuck.stream().map(item -> item + " has finalizers " + item.finalizers()).toList()));
    }
    List<ClusterState.Item> left = leftOver(recording, state);
    if (!left.isEmpty()) {
      violations.add(
          new Violation(
              "nothing is left",
              "objects of the controller are left though everything it was asked for is deleted",
              left.stream().map(ClusterState.Item::toString).toList()));
    }
    return violations;
  }

  /// What a controller made, if all that the workload made is gone.
  private static List<ClusterState.Item> leftOver(Recording recording, ClusterState state) {
    Set<String> ofWorkload = new HashSet<>();
    Set<String> ofController = new HashSet<>();
    for (TimelineEntry.Called call : recording.calls()) {
      boolean isCreated = call.status() == 201 && !call.uid().isEmpty();
      if (isCreated && call.call().subresource().isEmpty()) {
        (call.isOwn() ? ofController : ofWorkload).add(call.uid());
      }
    }
    boolean allGone =
        !ofWorkload.isEmpty()
            && state.objects().stream().noneMatch(item -> ofWorkload.contains(item.uid()));
    return allGone
        ? state.objects().stream()
            .filter(item -> ofController.contains(item.uid()) && !item.isBeingDeleted())
            .toList()
        : List.of();
  }

  /// What must hold in a disturbed run, compared with the undisturbed one.
  static List<Violation> compare(RunResult disturbed, Reference reference) {
    List<Violation> violations = new ArrayList<>();
    List<String> differences =
        reference
            .state()
            .differences(
                disturbed.masked(),
                (object, path) ->
                    reference.isMasked(object, path)
                        || disturbed.rules().isMasked(path)
                        || path.contains(OtherWriter.ANNOTATION));
    if (!differences.isEmpty()) {
      violations.add(
          new Violation(
              "end state", "the end state is not that of the undisturbed run", differences));
    }
    counts(disturbed, reference).ifPresent(violations::add);
    Set<String> givenUp = new HashSet<>(terminal(disturbed.recording()));
    givenUp.removeAll(reference.terminal());
    if (!givenUp.isEmpty()) {
      violations.add(
          new Violation(
              "retries",
              "an error ends the retries of a request that the undisturbed run finishes",
              List.copyOf(givenUp)));
    }
    return violations;
  }

  /// Requests that were given up.
  static Set<String> terminal(Recording recording) {
    Set<String> found = new HashSet<>();
    for (TimelineEntry entry : recording.timeline()) {
      if (entry instanceof TimelineEntry.Ended ended && ended.outcome() == Outcome.TERMINAL) {
        found.add(ended.controller() + " " + ended.request());
      }
    }
    return found;
  }

  private static Optional<Violation> counts(RunResult disturbed, Reference reference) {
    // A controller that sees the past may create what garbage collection then deletes.
    boolean countsCreates =
        Stream.of(Hazard.DELETED_CHILD, Hazard.STALE_VIEW, Hazard.SLOW_WATCH, Hazard.WATCH_GAP)
            .noneMatch(disturbed.plan()::has);
    List<String> lines = new ArrayList<>();
    if (countsCreates) {
      excess("created", Counts.created(disturbed.recording()), reference.created(), lines);
    }
    if (!disturbed.plan().has(Hazard.DELETED_CHILD)) { // what is made again is deleted again
      excess("deleted", Counts.deleted(disturbed.recording()), reference.deleted(), lines);
    }
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "creates and deletes",
                "the controller creates or deletes more than in the undisturbed run",
                lines));
  }

  private static void excess(
      String what, Map<String, Integer> found, Map<String, Integer> wanted, List<String> lines) {
    new TreeMap<>(found)
        .forEach(
            (object, count) -> {
              int before = wanted.getOrDefault(object, 0);
              if (count > before) {
                lines.add("%s: %s %d times, undisturbed %d".formatted(object, what, count, before));
              }
            });
  }
}
