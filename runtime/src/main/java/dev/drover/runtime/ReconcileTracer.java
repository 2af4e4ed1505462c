package dev.drover.runtime;

import dev.drover.runtime.ControllerObserver.Outcome;
import org.jspecify.annotations.Nullable;

/// Follows every run of a controller from its begin to its end, for traces.
///
/// ```java
/// ReconcileTracer tracer = run -> {
///   var span = spans.begin(run.controller() + " " + run.request());
///   return (outcome, error) -> span.end(outcome.label());
/// };
/// ManagerOptions.defaults().with(o -> o.tracer(tracer));
/// ```
///
/// Begin and end are called on the thread of the run, so what is bound to the thread in between is
/// there for everything that the run does. Called by the workers, any number at once; must not
/// throw.
@FunctionalInterface
public interface ReconcileTracer {
  /// Follows nothing.
  ReconcileTracer NONE = _ -> (_, _) -> {};

  /// A tracer that begins with this one, then with another, and ends them in the reverse order.
  default ReconcileTracer and(ReconcileTracer other) {
    if (this == NONE || other == NONE) {
      return this == NONE ? other : this;
    }
    return run -> {
      Trace outer = begins(run);
      Trace inner = other.begins(run);
      return (outcome, error) -> {
        try {
          inner.ended(outcome, error);
        } finally {
          outer.ended(outcome, error);
        }
      };
    };
  }

  /// A run begins.
  Trace begins(ReconcileRun run);

  /// A run that has begun.
  @FunctionalInterface
  interface Trace {
    /// It has ended; called once.
    ///
    /// @param error why it failed; null when it did not
    void ended(Outcome outcome, @Nullable Throwable error);
  }
}
