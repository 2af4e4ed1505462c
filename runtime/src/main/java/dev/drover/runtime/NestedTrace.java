package dev.drover.runtime;

import dev.drover.runtime.ControllerObserver.Outcome;
import org.jspecify.annotations.Nullable;

/// Two traces of a run; the inner one ends first.
record NestedTrace(ReconcileTracer.Trace outer, ReconcileTracer.Trace inner)
    implements ReconcileTracer.Trace {
  @Override
  public void noted(Object fact) {
    try {
      outer.noted(fact);
    } finally {
      inner.noted(fact);
    }
  }

  @Override
  public void ended(Outcome outcome, @Nullable Throwable error) {
    try {
      inner.ended(outcome, error);
    } finally {
      outer.ended(outcome, error);
    }
  }
}
