package dev.drover.console;

import dev.drover.api.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The last runs: those that run now, then those that ended, the latest first.
final class RunsView {
  private final RunLog runs;

  RunsView(RunLog runs) {
    this.runs = runs;
  }

  Map<String, @Nullable Object> list(Query query) {
    Predicate<RecordedRun> which = filter(query);
    long before = query.number("before", Long.MAX_VALUE, Long.MAX_VALUE);
    int limit = (int) query.number("limit", 100, 1000);
    List<RecordedRun> found = new ArrayList<>();
    if (before == Long.MAX_VALUE) {
      runs.running().stream()
          .filter(which)
          .sorted(Comparator.comparing(RecordedRun::began).reversed())
          .limit(limit)
          .forEach(found::add);
    }
    found.addAll(runs.latest(limit - found.size(), which, before));
    return Trees.of(
        "total", runs.total(), "runs", found.stream().map(RecordedRun::summary).toList());
  }

  Optional<Map<String, @Nullable Object>> show(String id) {
    return runs.find(id).map(RecordedRun::detail);
  }

  /// Parameters: `controller`, `kind`, `namespace` with `name`, `q` (part of an object's name),
  /// `failed`.
  private static Predicate<RecordedRun> filter(Query query) {
    Predicate<RecordedRun> which = _ -> true;
    Optional<String> controller = query.text("controller");
    if (controller.isPresent()) {
      which = which.and(run -> run.run().controller().equals(controller.get()));
    }
    Optional<String> kind = query.text("kind");
    if (kind.isPresent()) {
      which = which.and(run -> run.run().kind().equals(kind.get()));
    }
    Optional<String> name = query.text("name");
    if (name.isPresent()) {
      ObjectKey key = ObjectKey.of(query.text("namespace").orElse(""), name.get());
      which = which.and(run -> run.run().request().key().equals(key));
    }
    Optional<String> part = query.text("q");
    if (part.isPresent()) {
      which = which.and(run -> run.run().request().toString().contains(part.get()));
    }
    return query.text("failed").filter("true"::equals).isPresent()
        ? which.and(RecordedRun::isFailed)
        : which;
  }
}
