package dev.drover.runtime.engine;

import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.ReconcileTracer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs the exceptions of a tracer instead of passing them on to the runs that it traces.
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
          LOG.warn("tracer: failed at the end of {}, ignored", run, e);
        }
      };
    } catch (RuntimeException e) {
      LOG.warn("tracer: failed at the begin of {}, which is not traced", run, e);
      return (_, _) -> {};
    }
  }
}
