package dev.drover.testkit.trial;

import java.io.PrintStream;
import java.time.Duration;

/// What a trial prints under JUnit: its summary, and a line every ten seconds while it lasts. Build
/// tools show the standard output of tests, or keep it in a file; report entries they do not show.
/// One thread.
final class TrialOutput {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final PrintStream out;
  private long told;

  /// @param out such as `System.out`, which build tools replace before a test
  /// @param now of a monotonic clock, in nanoseconds, as below
  TrialOutput(PrintStream out, long now) {
    this.out = out;
    this.told = now;
  }

  /// How far the trial has come.
  void progress(String line, long now) {
    if (now - told >= PERIOD.toNanos()) {
      told = now;
      out.println(line);
    }
  }

  /// The trial has found nothing.
  void survived(String trial, TrialSummary summary) {
    out.println(trial + " survives " + summary);
  }
}
