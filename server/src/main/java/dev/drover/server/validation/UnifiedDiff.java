package dev.drover.server.validation;

import dev.drover.api.RawExtension;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The difference of two values, line by line of their JSON, with three lines around each change.
///
/// The longest run of lines that both have in common splits each in two, and so on with the parts
/// before and after it (Ratcliff and Obershelp, as in Python's difflib). Among equally long runs
/// the first counts; in long texts, lines that occur often do not start a run. All of this shows in
/// the result, which is to be that of kube-apiserver.
///
/// In Go: `diff.Diff`, on top of `github.com/pmezard/go-difflib`.
public final class UnifiedDiff {
  private static final int CONTEXT = 3;
  private static final int LONG = 200; // lines from which on frequent ones are ignored

  /// A run of lines that both have: from `a` here and from `b` there.
  private record Run(int a, int b, int length) {
    int endA() {
      return a + length;
    }

    int endB() {
      return b + length;
    }
  }

  /// A stretch of lines before and after; equal or not.
  private record Step(boolean isEqual, int fromA, int toA, int fromB, int toB) {}

  private final List<String> before;
  private final List<String> after;
  private final Map<String, List<Integer>> places = new HashMap<>(); // of lines in `after`
  private final List<Run> runs = new ArrayList<>();

  private UnifiedDiff(List<String> before, List<String> after) {
    this.before = before;
    this.after = after;
    for (int i = 0; i < after.size(); i++) {
      places.computeIfAbsent(after.get(i), _ -> new ArrayList<>()).add(i);
    }
    if (after.size() >= LONG) {
      places.values().removeIf(where -> where.size() > after.size() / 100 + 1);
    }
  }

  /// The difference between two JSON trees, whose objects are written in the order of their maps.
  public static String of(@Nullable Object before, @Nullable Object after) {
    return new UnifiedDiff(lines(before), lines(after)).print();
  }

  private void match(int fromA, int toA, int fromB, int toB) {
    Run longest = longest(fromA, toA, fromB, toB);
    if (longest.length() == 0) {
      return;
    }
    if (fromA < longest.a() && fromB < longest.b()) {
      match(fromA, longest.a(), fromB, longest.b());
    }
    add(longest);
    if (longest.endA() < toA && longest.endB() < toB) {
      match(longest.endA(), toA, longest.endB(), toB);
    }
  }

  private void add(Run run) {
    Run last = runs.isEmpty() ? new Run(-1, -1, 0) : runs.getLast();
    if (last.endA() == run.a() && last.endB() == run.b()) {
      runs.removeLast();
      runs.add(new Run(last.a(), last.b(), last.length() + run.length()));
    } else {
      runs.add(run);
    }
  }

  private Run longest(int fromA, int toA, int fromB, int toB) {
    Run best = new Run(fromA, fromB, 0);
    Map<Integer, Integer> lengths = Map.of(); // of runs that end at a line of `after`
    for (int a = fromA; a < toA; a++) {
      Map<Integer, Integer> next = new HashMap<>();
      for (int b : places.getOrDefault(before.get(a), List.of())) {
        if (b >= fromB && b < toB) {
          int length = lengths.getOrDefault(b - 1, 0) + 1;
          next.put(b, length);
          if (length > best.length()) {
            best = new Run(a - length + 1, b - length + 1, length);
          }
        }
      }
      lengths = next;
    }
    return extended(best, fromA, toA, fromB, toB);
  }

  /// Frequent lines start no run, but may be part of one.
  private Run extended(Run run, int fromA, int toA, int fromB, int toB) {
    int a = run.a();
    int b = run.b();
    int endA = run.endA();
    int endB = run.endB();
    while (a > fromA && b > fromB && before.get(a - 1).equals(after.get(b - 1))) {
      a--;
      b--;
    }
    while (endA < toA && endB < toB && before.get(endA).equals(after.get(endB))) {
      endA++;
      endB++;
    }
    return new Run(a, b, endA - a);
  }

  private List<Step> steps() {
    match(0, before.size(), 0, after.size());
    List<Step> steps = new ArrayList<>();
    int a = 0;
    int b = 0;
    for (Run run : runs) {
      if (a < run.a() || b < run.b()) {
        steps.add(new Step(false, a, run.a(), b, run.b()));
      }
      steps.add(new Step(true, run.a(), run.endA(), run.b(), run.endB()));
      a = run.endA();
      b = run.endB();
    }
    if (a < before.size() || b < after.size()) {
      steps.add(new Step(false, a, before.size(), b, after.size()));
    }
    return steps;
  }

  private String print() {
    StringBuilder out = new StringBuilder();
    List<Step> group = new ArrayList<>();
    List<Step> steps = steps();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      boolean isLast = i == steps.size() - 1;
      if (!step.isEqual()) {
        group.add(step);
        continue;
      }
      int length = step.toA() - step.fromA();
      if (group.isEmpty()) {
        group.add(end(step, Math.min(length, CONTEXT)));
      } else if (isLast || length > 2 * CONTEXT) {
        group.add(start(step, Math.min(length, CONTEXT)));
        print(group, out);
        group.clear();
        group.add(end(step, Math.min(length, CONTEXT)));
      } else {
        group.add(step);
      }
    }
    print(group, out);
    return out.toString();
  }

  private static Step start(Step step, int lines) {
    return new Step(true, step.fromA(), step.fromA() + lines, step.fromB(), step.fromB() + lines);
  }

  private static Step end(Step step, int lines) {
    return new Step(true, step.toA() - lines, step.toA(), step.toB() - lines, step.toB());
  }

  private void print(List<Step> group, StringBuilder out) {
    if (group.stream().allMatch(Step::isEqual)) {
      return;
    }
    out.append("@@ -")
        .append(range(group.getFirst().fromA(), group.getLast().toA()))
        .append(" +")
        .append(range(group.getFirst().fromB(), group.getLast().toB()))
        .append(" @@\n");
    for (Step step : group) {
      print(step.isEqual() ? ' ' : '-', before.subList(step.fromA(), step.toA()), out);
      if (!step.isEqual()) {
        print('+', after.subList(step.fromB(), step.toB()), out);
      }
    }
  }

  private static void print(char mark, List<String> lines, StringBuilder out) {
    lines.forEach(line -> out.append(mark).append(line).append('\n'));
  }

  private static String range(int from, int to) {
    return switch (to - from) {
      case 0 -> from + ",0";
      case 1 -> Integer.toString(from + 1);
      default -> (from + 1) + "," + (to - from);
    };
  }

  /// JSON over several lines, as Go indents it by one space.
  private static List<String> lines(@Nullable Object tree) {
    return indented(tree, "").lines().collect(Collectors.toCollection(ArrayList::new));
  }

  private static String indented(@Nullable Object value, String indent) {
    String below = indent + " ";
    return switch (value) {
      case Map<?, ?> map when !map.isEmpty() ->
          map.entrySet().stream()
              .map(e -> below + json(e.getKey()) + ": " + indented(e.getValue(), below))
              .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
      case List<?> list when !list.isEmpty() ->
          list.stream()
              .map(item -> below + indented(item, below))
              .collect(Collectors.joining(",\n", "[\n", "\n" + indent + "]"));
      case null, default -> json(value);
    };
  }

  private static String json(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    String json =
        new String(RawExtension.ofTree(value).raw().toByteArray(), StandardCharsets.UTF_8);
    return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
  }
}
