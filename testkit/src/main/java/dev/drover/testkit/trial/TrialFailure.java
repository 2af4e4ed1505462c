package dev.drover.testkit.trial;

import org.jspecify.annotations.Nullable;

/// Thrown when a trial found a plan under which the controller breaks a promise. The message is the
/// whole report.
public final class TrialFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  /// The [#oracle] of a replay whose run did not come to the place of a disturbance.
  static final String REPLAY = "replay";

  private final String oracle;
  private final String replay;

  TrialFailure(String report, String oracle, String replay, @Nullable Throwable cause) {
    super(report, cause);
    this.oracle = oracle;
    this.replay = replay;
  }

  /// The promise that was broken, such as `end state`; `replay` if a plan that was to be replayed
  /// was not reached, so that nothing was tried.
  public String oracle() {
    return oracle;
  }

  /// The value of the system property [TrialOptions#REPLAY] that runs this plan alone.
  public String replay() {
    return replay;
  }
}
