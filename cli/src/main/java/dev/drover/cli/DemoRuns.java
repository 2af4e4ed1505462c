package dev.drover.cli;

import dev.drover.api.ObjectKey;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.ReconcileTracer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// How often each object was reconciled, and why last. Any number of threads.
final class DemoRuns implements ReconcileTracer {
  private final Map<ObjectKey, Seen> seen = new ConcurrentHashMap<>();

  /// The runs of an object.
  ///
  /// @param cause of the last one
  record Seen(long runs, String cause) {}

  @Override
  public Trace begins(ReconcileRun run) {
    seen.merge(
        run.request().key(),
        new Seen(1, run.reason().toString()),
        (before, now) -> new Seen(before.runs + 1, now.cause));
    return (_, _) -> {};
  }

  Optional<Seen> of(ObjectKey key) {
    return Optional.ofNullable(seen.get(key));
  }

  long total() {
    return seen.values().stream().mapToLong(Seen::runs).sum();
  }
}
