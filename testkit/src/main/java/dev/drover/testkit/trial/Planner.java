package dev.drover.testkit.trial;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Makes plans from undisturbed runs: each hazard at each place, then random pairs of crashes.
///
/// Hazards take turns, so that each gets its share of a budget that is too short for all plans;
/// calls that changed something come first.
final class Planner {
  private static final List<Effect> FAILURES =
      List.of(
          Effect.TIMEOUT_AFTER,
          Effect.ERROR,
          Effect.CONFLICT,
          Effect.TIMEOUT_BEFORE,
          Effect.TOO_MANY);

  private final Reference reference;
  private final TrialRules rules;
  private final Map<Hazard, Set<Disturbance>> found = new EnumMap<>(Hazard.class);

  private Planner(Reference reference) {
    this.reference = reference;
    this.rules = reference.first().rules();
  }

  /// All plans with one disturbance.
  static List<Plan> singles(Reference reference) {
    Planner planner = new Planner(reference);
    planner.restarts();
    planner.atCalls();
    planner.deletedChildren();
    planner.watches();
    planner.staleViews();
    return planner.inTurns();
  }

  /// Random pairs of crashes.
  static List<Plan> pairs(Reference reference, long seed, int number) {
    List<Disturbance> crashes =
        singles(reference).stream()
            .flatMap(plan -> plan.disturbances().stream())
            .filter(d -> d instanceof Disturbance.AtCall(_, var effect) && effect.isCrash())
            .toList();
    if (crashes.size() < 2) {
      return List.of();
    }
    Random random = new Random(seed);
    Set<Plan> pairs = new LinkedHashSet<>();
    for (int i = 0; i < 3 * number && pairs.size() < number; i++) {
      Disturbance a = crashes.get(random.nextInt(crashes.size()));
      Disturbance b = crashes.get(random.nextInt(crashes.size()));
      if (!a.equals(b)) {
        pairs.add(Plan.of(a, b));
      }
    }
    return List.copyOf(pairs);
  }

  private void add(Disturbance disturbance) {
    if (rules.tries(disturbance.hazard())) {
      found.computeIfAbsent(disturbance.hazard(), _ -> new LinkedHashSet<>()).add(disturbance);
    }
  }

  /// Calls of the controller that both runs made, those with an effect first.
  private List<TimelineEntry.Called> calls() {
    Set<CallPoint> alsoInSecond = new HashSet<>();
    reference.second().recording().calls().forEach(call -> alsoInSecond.add(call.point()));
    List<TimelineEntry.Called> calls = new ArrayList<>();
    for (boolean effect : new boolean[] {true, false}) {
      reference.first().recording().calls().stream()
          .filter(call -> call.isOwn() && alsoInSecond.contains(call.point()))
          .filter(call -> (call.hasEffect() && !call.call().isBookkeeping()) == effect)
          .forEach(calls::add);
    }
    return calls;
  }

  private void atCalls() {
    Set<CallPoint> last = ofLastStep();
    for (TimelineEntry.Called call : calls()) {
      add(new Disturbance.AtCall(call.point(), Effect.CRASH_AFTER));
      add(new Disturbance.AtCall(call.point(), Effect.CRASH_BEFORE));
      if (call.hasEffect() && !call.call().isBookkeeping() && !last.contains(call.point())) {
        add(new Disturbance.AtCall(call.point(), Effect.CRASH_DOWN));
      }
      if (!call.call().isWrite()) {
        continue;
      }
      for (Effect failure : FAILURES) {
        boolean isConflict = failure == Effect.CONFLICT && call.call().verb().equals("create");
        if (!isConflict) { // a create conflicts only with an object of that name
          add(new Disturbance.AtCall(call.point(), failure));
        }
      }
      boolean isChange = !call.call().verb().equals("create") && call.status() == 200;
      if (isChange && !call.call().isBookkeeping()) {
        add(new Disturbance.AtCall(call.point(), Effect.OTHER_WRITER));
        if (isChild(call)) {
          add(new Disturbance.AtCall(call.point(), Effect.DELETED));
        }
      }
    }
  }

  /// The calls after which no step comes.
  private Set<CallPoint> ofLastStep() {
    Set<CallPoint> points = new HashSet<>();
    for (TimelineEntry entry : reference.first().recording().timeline()) {
      if (entry instanceof TimelineEntry.Step) {
        points.clear();
      } else if (entry instanceof TimelineEntry.Called called) {
        points.add(called.point());
      }
    }
    return points;
  }

  /// Whether the object was created by the controller.
  private boolean isChild(TimelineEntry.Called call) {
    return !call.uid().isEmpty()
        && reference.first().recording().calls().stream()
            .anyMatch(made -> made.isOwn() && isCreate(made) && made.uid().equals(call.uid()));
  }

  private void restarts() {
    for (int step = 1; step <= reference.first().recording().steps(); step++) {
      add(new Disturbance.Restart(step));
      add(new Disturbance.Down(step));
    }
  }

  /// What the controller created, after each step from then on.
  private void deletedChildren() {
    int step = 0;
    Set<String> children = new LinkedHashSet<>();
    for (TimelineEntry entry : reference.first().recording().timeline()) {
      if (entry instanceof TimelineEntry.Step(int number, _)) {
        addDeletions(step, children);
        step = number;
      } else if (entry instanceof TimelineEntry.Called call && isCreate(call)) {
        if (call.isOwn() && call.call().generateName().isEmpty()) {
          ApiCall made = call.call();
          children.add(
              HashedNames.masked(
                  reference.first().recording().label(made.path(), made.namespace(), call.name())));
        }
      }
    }
    addDeletions(step, children);
  }

  private void addDeletions(int step, Set<String> children) {
    if (step > 0) {
      children.forEach(child -> add(new Disturbance.DeletedChild(step, child)));
    }
  }

  private static boolean isCreate(TimelineEntry.Called call) {
    return call.status() == 201
        && !call.call().isBookkeeping()
        && call.call().subresource().isEmpty();
  }

  private void watches() {
    Recording recording = reference.first().recording();
    for (int step = 1; step <= recording.steps(); step++) {
      int at = step;
      recording.watched().stream()
          .map(ResourcePath::resource)
          .distinct()
          .sorted()
          .forEach(
              resource -> {
                add(new Disturbance.SlowWatch(at, resource));
                add(new Disturbance.WatchGap(at, resource));
              });
    }
  }

  /// After each step, the states after the writes of earlier steps: those around deletions first.
  private void staleViews() {
    int step = 0;
    List<CallPoint> deletions = new ArrayList<>();
    List<CallPoint> others = new ArrayList<>();
    for (TimelineEntry entry : reference.first().recording().timeline()) {
      if (entry instanceof TimelineEntry.Step(int number, _)) {
        addStaleViews(step, deletions, others);
        step = number;
      } else if (entry instanceof TimelineEntry.Called call
          && call.hasEffect()
          && !call.call().isBookkeeping()
          && !call.version().isEmpty()) {
        (call.call().verb().equals("delete") ? deletions : others).add(call.point());
      }
    }
    addStaleViews(step, deletions, others);
  }

  private void addStaleViews(int step, List<CallPoint> deletions, List<CallPoint> others) {
    if (step > 0) {
      deletions.forEach(point -> add(new Disturbance.StaleRestart(step, point)));
      others.forEach(point -> add(new Disturbance.StaleRestart(step, point)));
    }
  }

  private List<Plan> inTurns() {
    List<List<Disturbance>> families = found.values().stream().map(List::copyOf).toList();
    int longest = families.stream().mapToInt(List::size).max().orElse(0);
    List<Plan> plans = new ArrayList<>();
    for (int i = 0; i < longest; i++) {
      for (List<Disturbance> family : families) {
        if (i < family.size()) {
          plans.add(Plan.of(family.get(i)));
        }
      }
    }
    return plans;
  }
}
