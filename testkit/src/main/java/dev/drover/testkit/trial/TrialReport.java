package dev.drover.testkit.trial;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The report of a run that failed: the plan, the cause, the differences, the timeline, the replay.
final class TrialReport {
  private static final int LONGEST_TIMELINE = 60; // lines of text; HTML has all

  private TrialReport() {}

  static String text(String name, RunResult failed) {
    return text(name, "this plan:\n  " + failed.plan(), failed)
        + "\nReplay: -D"
        + TrialOptions.REPLAY
        + "="
        + failed.plan().encode();
  }

  /// The report without a plan that could be replayed.
  ///
  /// @param what was done
  static String text(String name, String what, RunResult failed) {
    StringBuilder text = new StringBuilder();
    text.append(name).append(" does not survive ").append(what).append('\n');
    for (Violation violation : failed.violations()) {
      text.append('\n')
          .append(violation.oracle())
          .append(": ")
          .append(violation.cause())
          .append('\n');
      violation.details().forEach(line -> text.append("  - ").append(line).append('\n'));
    }
    text.append("\nTimeline:\n");
    List<TimelineEntry> timeline = failed.recording().timeline();
    int from = Math.max(0, timeline.size() - LONGEST_TIMELINE);
    if (from > 0) {
      text.append("  … ").append(from).append(" lines before\n");
    }
    timeline.subList(from, timeline.size()).forEach(m -> text.append(m).append('\n'));
    return text.toString();
  }

  /// Writes the report as a page.
  static Path write(Path folder, String name, RunResult failed) {
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve(name.replaceAll("[^A-Za-z0-9.-]", "-") + ".html");
      Files.writeString(file, HtmlReport.of(name, failed));
      return file.toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the report of a trial", e);
    }
  }
}
