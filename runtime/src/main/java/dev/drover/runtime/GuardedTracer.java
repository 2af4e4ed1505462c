package dev.drover.runtime;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps what goes wrong in a tracer from the runs that it follows.
record GuardedTracer(ReconcileTracer tracer) implements ReconcileTracer {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedTracer.class);

  @Override
  public Trace begins(ReconcileRun run) {
    try {
      Trace trace = tracer.begins(run);
      return (outcome, error) -> {
        try {
          trace.ended(outcome, error);
        } catch (RuntimeException e) {
          LOG.warn("the tracer could not end {}", run, e);
        }
      };
    } catch (RuntimeException e) {
      LOG.warn("the tracer cannot follow {}", run, e);
      return (_, _) -> {};
    }
  }
}
