package dev.drover.testkit.trial;

import java.util.List;

/// A promise that a run broke.
///
/// @param oracle the promise, in a few words: `end state`
/// @param cause what went wrong, in a sentence
/// @param details the differences, calls or errors that show it
record Verdict(String oracle, String cause, List<String> details) {
  Verdict {
    details = List.copyOf(details);
  }

  static Verdict of(String oracle, String cause, String... details) {
    return new Verdict(oracle, cause, List.of(details));
  }
}
