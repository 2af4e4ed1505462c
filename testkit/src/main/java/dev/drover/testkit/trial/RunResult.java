package dev.drover.testkit.trial;

import java.util.List;
import java.util.Optional;

/// A run that is over.
///
/// @param state at the end; empty if it did not get there
/// @param missed the disturbances of the plan to whose place the run did not come
record RunResult(
    Plan plan,
    Recording recording,
    TrialRules rules,
    Optional<ClusterState> state,
    List<Violation> violations,
    List<Disturbance> missed) {
  RunResult {
    missed = List.copyOf(missed);
    violations = List.copyOf(violations);
  }

  boolean isFailed() {
    return !violations.isEmpty();
  }

  /// Whether everything that the plan wanted happened.
  boolean wasReached() {
    return missed.isEmpty();
  }

  MaskedState masked() {
    return MaskedState.of(state.orElseThrow(), recording.namespace());
  }
}
