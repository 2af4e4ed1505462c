package dev.drover.testkit.trial;

import java.time.Duration;
import java.util.List;

/// The numbers of a trial that found nothing.
///
/// ```java
/// TrialSummary summary = Trials.run("shop", TrialOptions.defaults(), this::trial);
/// assertThat(summary.plans()).isGreaterThan(100);
/// ```
public final class TrialSummary {
  private final int plans;
  private final int planned;
  private final int points;
  private final int steps;
  private final int calls;
  private final Duration took;
  private final String longest;
  private final List<String> unrepeatable;

  TrialSummary(
      int plans,
      int planned,
      int points,
      int steps,
      int calls,
      Duration took,
      String longest,
      List<String> unrepeatable) {
    this.plans = plans;
    this.planned = planned;
    this.points = points;
    this.steps = steps;
    this.calls = calls;
    this.took = took;
    this.longest = longest;
    this.unrepeatable = List.copyOf(unrepeatable);
  }

  /// How many plans were run.
  public int plans() {
    return plans;
  }

  /// How many plans there are.
  public int planned() {
    return planned;
  }

  /// How many different places were disturbed.
  public int points() {
    return points;
  }

  /// The steps of the workload.
  public int steps() {
    return steps;
  }

  /// The calls of the controllers in an undisturbed run.
  public int calls() {
    return calls;
  }

  /// The time of all plans.
  public Duration took() {
    return took;
  }

  /// The plan that took the longest, in words.
  public String longest() {
    return longest;
  }

  /// The plans that failed once and never again: replay them by hand.
  public List<String> unrepeatable() {
    return unrepeatable;
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
