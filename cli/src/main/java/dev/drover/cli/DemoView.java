package dev.drover.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Arranges the demo on a terminal of any size: where to look, what is being done, the tree, and
/// the end of the log, which gets a quarter of the lines.
final class DemoView {
  private static final int LEAST_LOG = 3;
  private static final int MOST_SAID = 3;

  private final List<String> head;
  private final DemoSteps steps;
  private final Supplier<List<String>> tree;
  private final LogTail log;
  private final AnsiText ansi;

  /// @param head lines that stay at the top
  DemoView(
      List<String> head, DemoSteps steps, Supplier<List<String>> tree, LogTail log, AnsiText ansi) {
    this.head = List.copyOf(head);
    this.steps = steps;
    this.tree = tree;
    this.log = log;
    this.ansi = ansi;
  }

  List<String> lines(TerminalSize size) {
    int logged = size.lines() < 12 ? 0 : Math.max(LEAST_LOG, size.lines() / 4);
    List<String> objects = tree.get();
    List<DemoSteps.Step> all = steps.all();
    List<String> lines = new ArrayList<>();
    if (size.lines() >= 18) {
      lines.addAll(head);
      lines.add("");
    }
    int forSteps = size.lines() - logged - 2 - lines.size() - objects.size();
    lines.addAll(steps(all, Math.max(MOST_SAID, forSteps)));
    lines.add("");
    int left = size.lines() - logged - (logged == 0 ? 0 : 1) - lines.size();
    lines.addAll(firstOf(objects, left));
    if (logged > 0) {
      while (lines.size() < size.lines() - logged - 1) {
        lines.add("");
      }
      lines.add(ansi.grey("── log " + "─".repeat(Math.max(0, size.columns() - 7))));
      lines.addAll(log.last(logged));
    }
    return lines;
  }

  /// The step of now with what was said of it; above it, as many of the former ones as fit.
  private List<String> steps(List<DemoSteps.Step> all, int most) {
    List<String> lines = new ArrayList<>();
    if (all.isEmpty()) {
      lines.add(ansi.grey("starting"));
      return lines;
    }
    DemoSteps.Step now = all.getLast();
    List<String> said = now.said();
    int former = Math.max(0, Math.min(all.size() - 1, most - 1 - said.size()));
    for (DemoSteps.Step step : all.subList(all.size() - 1 - former, all.size() - 1)) {
      String outcome = step.said().isEmpty() ? "" : ": " + step.said().getLast();
      lines.add(ansi.good("✓ ") + ansi.grey(step.title() + outcome));
    }
    lines.add(ansi.bold("▶ " + now.title()));
    for (String text : firstOf(said, Math.max(1, most - 1))) {
      lines.add("  " + text);
    }
    return lines;
  }

  private List<String> firstOf(List<String> lines, int most) {
    if (lines.size() <= most) {
      return lines;
    }
    if (most <= 0) {
      return List.of();
    }
    List<String> first = new ArrayList<>(lines.subList(0, most - 1));
    first.add(ansi.grey("… and %d more lines".formatted(lines.size() - most + 1)));
    return first;
  }
}
