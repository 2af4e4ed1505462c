package dev.drover.console;

import java.util.concurrent.atomic.LongAdder;

/// How many runs of a controller ended, and how. Any number of threads.
final class RunCounts {
  private final LongAdder runs = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder nanos = new LongAdder();
  private volatile String kind = "";

  void add(RecordedRun run) {
    runs.increment();
    nanos.add(run.took());
    if (run.isFailed()) {
      failures.increment();
    }
    if (kind.isEmpty()) {
      kind = run.run().kind();
    }
  }

  long runs() {
    return runs.sum();
  }

  long failures() {
    return failures.sum();
  }

  long nanos() {
    return nanos.sum();
  }

  /// Of the objects that the controller reconciles; empty if it has none of its own.
  String kind() {
    return kind;
  }
}
