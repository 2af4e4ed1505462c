package dev.drover.testkit.trial;

import java.time.Duration;
import java.util.List;

/// What a trial that found nothing has tried.
///
/// @param plans how many plans were run
/// @param planned how many there are
/// @param points how many different places were disturbed
/// @param steps of the workload
/// @param calls of the controllers in an undisturbed run
/// @param longest the plan that took the longest, in words
/// @param unrepeatable plans that failed once and never again: replay them by hand
public record TrialSummary(
    int plans,
    int planned,
    int points,
    int steps,
    int calls,
    Duration took,
    String longest,
    List<String> unrepeatable) {
  public TrialSummary {
    unrepeatable = List.copyOf(unrepeatable);
  }

  /// In one line.
  @Override
  public String toString() {
    return "%d of %d plans, %d points, %d steps, %d calls undisturbed, %d ms; longest: %s%s"
        .formatted(
            plans,
            planned,
            points,
            steps,
            calls,
            took.toMillis(),
            longest,
            unrepeatable.isEmpty() ? "" : "; failed only once: " + unrepeatable);
  }
}
