package dev.drover.cli;

import java.io.PrintWriter;
import java.time.Duration;

/// Shows how far a trial has come: in one line on a terminal, and in a line every ten seconds in a
/// pipe. One thread.
final class TrialProgress {
  private static final Duration PERIOD = Duration.ofSeconds(10); // in a pipe

  private final PrintWriter out;
  private final boolean isTerminal;
  private long told;
  private int width; // of the line that is shown

  /// @param isTerminal whether a line can be overwritten
  /// @param now of a monotonic clock, in nanoseconds, as below
  TrialProgress(PrintWriter out, boolean isTerminal, long now) {
    this.out = out;
    this.isTerminal = isTerminal;
    this.told = now;
  }

  void show(String line, long now) {
    if (isTerminal) {
      clear();
      out.print(line);
      out.flush();
      width = line.length();
    } else if (now - told >= PERIOD.toNanos()) {
      told = now;
      out.println(line);
      out.flush();
    }
  }

  /// Makes room for another line.
  void clear() {
    if (width > 0) {
      out.print("\r" + " ".repeat(width) + "\r");
      out.flush();
      width = 0;
    }
  }
}
