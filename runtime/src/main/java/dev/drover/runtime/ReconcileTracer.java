package dev.drover.runtime;

import dev.drover.runtime.ControllerObserver.Outcome;
import dev.drover.runtime.internal.CurrentTrace;
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
///
/// Recipes add what the requests of a run do not show, such as the result of a desired set, with
/// [#note].
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
      return new NestedTrace(outer, other.begins(run));
    };
  }

  /// Adds a fact to the run that the current thread works for; does nothing outside of all runs.
  /// Threads that a run starts are outside.
  ///
  /// @param fact an immutable value, whose type says what it is
  static void note(Object fact) {
    CurrentTrace.get().ifPresent(trace -> trace.noted(fact));
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

    /// The run adds a fact, see [ReconcileTracer#note]; before it ends, on its thread.
    default void noted(Object fact) {}
  }
}
