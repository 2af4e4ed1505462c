package dev.drover.testkit.trial;

import dev.drover.runtime.StartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/// The report of a run that failed: the plan, the cause, the differences, the timeline, the replay.
final class TrialReport {
  private static final int LONGEST_TIMELINE = 60; // lines of text; HTML has all

  private TrialReport() {}

  static String text(String name, RunResult failed) {
    return report(name + " " + heading(failed.plan()), failed)
        + "\nReplay: -D"
        + TrialOptions.REPLAY
        + "="
        + failed.plan().encode();
  }

  private static String heading(Plan plan) {
    return plan.isUndisturbed()
        ? "fails without any disturbance"
        : "does not survive this plan:\n  " + plan;
  }

  /// The report of a replay that tried nothing.
  static String unreached(String name, RunResult result, Recording undisturbed) {
    StringBuilder text = new StringBuilder(name);
    text.append(" cannot replay this plan, because the run did not come to its place:\n");
    result.missed().forEach(missed -> text.append("  ").append(missed).append('\n'));
    List<String> points =
        undisturbed.calls().stream()
            .filter(TimelineEntry.Called::isOwn)
            .map(call -> call.point().encode())
            .toList();
    text.append("\nThe undisturbed run has ")
        .append(undisturbed.steps() == 1 ? "1 step" : undisturbed.steps() + " steps")
        .append(points.isEmpty() ? ", and its controllers make no call" : ", and these calls:");
    points.stream().limit(LONGEST_TIMELINE).forEach(p -> text.append("\n  ").append(p));
    if (points.size() > LONGEST_TIMELINE) {
      text.append("\n  … ").append(points.size() - LONGEST_TIMELINE).append(" more");
    }
    return text.append(
            "\n\n"
                + "A plan belongs to one trial: name its test, too. If the controller or the steps"
                + " have changed since the report, run the trial whole.")
        .toString();
  }

  /// What is said of a process that did not start.
  static Violation notStarted(Throwable thrown) {
    Throwable cause = thrown instanceof ExecutionException ? thrown.getCause() : null;
    Throwable reason = cause == null ? thrown : cause;
    boolean isExplained = reason instanceof StartException || reason instanceof HostedProgram.Unfit;
    List<String> details = new ArrayList<>();
    details.add(isExplained ? String.valueOf(reason.getMessage()) : reason.toString());
    if (!isExplained && reason.getStackTrace().length > 0) {
      StackTraceElement at = reason.getStackTrace()[0];
      details.add(
          "at %s.%s(%s:%d)"
              .formatted(
                  at.getClassName(), at.getMethodName(), at.getFileName(), at.getLineNumber()));
    }
    return new Violation("start", "the controller does not start", details);
  }

  /// The report without a plan that could be replayed.
  ///
  /// @param what was done
  static String text(String name, String what, RunResult failed) {
    return report(name + " does not survive " + what, failed);
  }

  private static String report(String heading, RunResult failed) {
    StringBuilder text = new StringBuilder();
    text.append(heading).append('\n');
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
