package dev.drover.console;

import dev.drover.recipes.set.ObjectRef;
import dev.drover.recipes.set.SetResult;
import dev.drover.recipes.set.Step;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Remembers of each desired set the last plan that had something to do, and when it was last found
/// as described. Of the sets that were carried out last; without the described objects. Any number
/// of threads.
final class SetLog {
  private static final int MOST = 2_000;

  private final SequencedMap<String, Entry> sets =
      new LinkedHashMap<>(); // by name, the latest last; guarded by this

  /// What is known of a set.
  ///
  /// @param at when it was last carried out
  /// @param unchanged how often there was nothing to do since the plan
  record Entry(Carried plan, Instant at, long unchanged) {}

  /// A plan that was carried out.
  record Carried(String run, Instant began, String because, List<Line> steps) {}

  /// What became of an object.
  ///
  /// @param outcome such as `created`
  /// @param note the fields that differed, or why nothing can be done; without values
  /// @param error why it failed; null if it did not
  record Line(String outcome, String object, String note, @Nullable String error) {
    Map<String, @Nullable Object> tree() {
      return Trees.of(
          "step", outcome, "object", object, "note", note.isEmpty() ? null : note, "error", error);
    }
  }

  void add(RecordedRun run, SetResult result, Instant at) {
    String set = result.plan().set();
    synchronized (this) {
      Entry before = sets.remove(set);
      sets.putLast(
          set,
          before != null && result.plan().isEmpty()
              ? new Entry(before.plan, at, before.unchanged + 1)
              : new Entry(carried(run, result), at, 0));
      if (sets.size() > MOST) {
        sets.pollFirstEntry();
      }
    }
  }

  private static Carried carried(RecordedRun run, SetResult result) {
    return new Carried(
        run.run().id(),
        run.began(),
        Masking.text(run.run().reason().toString()),
        result.plan().steps().stream().map(step -> line(step, result)).toList());
  }

  private static Line line(Step step, SetResult result) {
    ObjectRef object = step.object();
    SetResult.Outcome outcome = result.outcomes().get(object);
    RuntimeException failure = result.failures().get(object);
    return new Line(
        outcome == null ? "not reached" : outcome.name().toLowerCase(Locale.ROOT),
        object.toString(),
        Masking.text(note(step)),
        failure == null ? null : Masking.text(String.valueOf(failure.getMessage())));
  }

  private static String note(Step step) {
    return switch (step) {
      case Step.Change(_, _, var fields) -> String.join(", ", fields);
      case Step.Forget(_, var reason) -> reason;
      case Step.Wait(_, var reason) -> reason;
      case Step.Refuse(_, var reason) -> reason;
      default -> "";
    };
  }

  /// Each set that is remembered, by its name.
  synchronized Map<String, Entry> sets() {
    return Map.copyOf(sets);
  }
}
