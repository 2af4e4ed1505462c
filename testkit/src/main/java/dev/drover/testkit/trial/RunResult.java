package dev.drover.testkit.trial;

import java.util.List;
import java.util.Optional;

/// A run that is over.
///
/// @param state at the end; empty if it did not get there
/// @param wasReached whether everything that the plan wanted happened
record RunResult(
    Plan plan,
    Recording recording,
    TrialRules rules,
    Optional<ClusterState> state,
    List<Violation> violations,
    boolean wasReached) {
  RunResult {
    violations = List.copyOf(violations);
  }

  boolean isFailed() {
    return !violations.isEmpty();
  }

  MaskedState masked() {
    return MaskedState.of(state.orElseThrow(), recording.namespace());
  }
}
