package dev.drover.testkit.trial;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The disturbances of one run; empty for the undisturbed runs at the beginning of a trial.
record Plan(List<Disturbance> disturbances) {
  static final Plan UNDISTURBED = new Plan(List.of());

  Plan {
    disturbances = List.copyOf(disturbances);
  }

  static Plan of(Disturbance... some) {
    return new Plan(List.of(some));
  }

  boolean isUndisturbed() {
    return disturbances.isEmpty();
  }

  boolean has(Hazard hazard) {
    return disturbances.stream().anyMatch(d -> d.hazard() == hazard);
  }

  /// The effect on a call, if there is one.
  Optional<Effect> at(CallPoint point) {
    for (Disturbance disturbance : disturbances) {
      if (disturbance instanceof Disturbance.AtCall(var place, var effect) && place.equals(point)) {
        return Optional.of(effect);
      }
    }
    return Optional.empty();
  }

  /// Smaller plans: each without one of its disturbances.
  List<Plan> smaller() {
    return disturbances.size() < 2
        ? List.of()
        : disturbances.stream()
            .map(left -> new Plan(disturbances.stream().filter(d -> !d.equals(left)).toList()))
            .toList();
  }

  /// The value of the system property that replays this plan.
  String encode() {
    return isUndisturbed()
        ? "undisturbed"
        : disturbances.stream().map(Disturbance::encode).collect(Collectors.joining(","));
  }

  /// Reads what [#encode] wrote.
  ///
  /// @throws IllegalArgumentException if it is not such a text
  static Plan decode(String text) {
    String plan = text.strip();
    if (plan.isEmpty() || plan.equals("undisturbed")) {
      return UNDISTURBED;
    }
    try {
      return new Plan(Arrays.stream(plan.split(",", -1)).map(Disturbance::decode).toList());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cannot replay the plan '%s': %s. A plan is what a report names after Replay, such as crash-after=apply_configmaps_hello#1 or restart=now@2"
              .formatted(text, e.getMessage()),
          e);
    }
  }

  @Override
  public String toString() {
    return isUndisturbed()
        ? "undisturbed"
        : disturbances.stream().map(Disturbance::toString).collect(Collectors.joining("; then "));
  }
}
