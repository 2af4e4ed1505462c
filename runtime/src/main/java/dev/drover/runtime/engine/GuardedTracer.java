package dev.drover.runtime.engine;

import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.ReconcileRun;
import dev.drover.runtime.ReconcileTracer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Logs the exceptions of a tracer instead of passing them on to the runs that it traces.
record GuardedTracer(ReconcileTracer tracer) implements ReconcileTracer {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedTracer.class);

  @Override
  public Trace begins(ReconcileRun run) {
    try {
      return new GuardedTrace(tracer.begins(run), run);
    } catch (RuntimeException e) {
      LOG.warn("tracer: failed at the begin of {}, which is not traced", run, e);
      return (_, _) -> {};
    }
  }

  /// Logs the exceptions of a trace.
  private record GuardedTrace(Trace trace, ReconcileRun run) implements Trace {
    @Override
    public void noted(Object fact) {
      try {
        trace.noted(fact);
      } catch (RuntimeException e) {
        LOG.warn("tracer: failed at a note of {}, ignored", run, e);
      }
    }

    @Override
    public void ended(Outcome outcome, @Nullable Throwable error) {
      try {
        trace.ended(outcome, error);
      } catch (RuntimeException e) {
        LOG.warn("tracer: failed at the end of {}, ignored", run, e);
      }
    }
  }
}
