package dev.drover.testkit.trial;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What undisturbed runs look like: learned from two of them.
///
/// @param byChance fields in which the two differ
/// @param created per object, the larger of the two
/// @param terminal requests that were given up
record Reference(
    RunResult first,
    RunResult second,
    MaskedState state,
    Set<MaskedState.FieldKey> byChance,
    Map<String, Integer> created,
    Map<String, Integer> deleted,
    Set<String> terminal) {
  static Reference of(RunResult first, RunResult second) {
    MaskedState state = first.masked();
    Set<String> terminal = new HashSet<>(Oracles.terminal(first.recording()));
    terminal.addAll(Oracles.terminal(second.recording()));
    return new Reference(
        first,
        second,
        state,
        state.differsByChance(second.masked()),
        larger(Counts.created(first.recording()), Counts.created(second.recording())),
        larger(Counts.deleted(first.recording()), Counts.deleted(second.recording())),
        terminal);
  }

  private static Map<String, Integer> larger(Map<String, Integer> a, Map<String, Integer> b) {
    Map<String, Integer> counts = new HashMap<>(a);
    b.forEach((object, count) -> counts.merge(object, count, Math::max));
    return counts;
  }

  boolean isMasked(String object, String path) {
    return byChance.contains(new MaskedState.FieldKey(object, path));
  }
}
