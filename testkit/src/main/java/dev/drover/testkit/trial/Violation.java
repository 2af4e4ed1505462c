package dev.drover.testkit.trial;

import java.util.List;

/// A promise that a run did not keep.
///
/// @param oracle the promise, in a few words: `end state`
/// @param cause what went wrong, in a sentence
/// @param details the differences, calls or errors that show it
record Violation(String oracle, String cause, List<String> details) {
  Violation {
    details = List.copyOf(details);
  }

  static Violation of(String oracle, String cause, String... details) {
    return new Violation(oracle, cause, List.of(details));
  }
}
