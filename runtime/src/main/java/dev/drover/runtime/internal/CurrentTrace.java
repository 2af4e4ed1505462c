package dev.drover.runtime.internal;

import dev.drover.runtime.ReconcileTracer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The trace of the run that the current thread works for.
public final class CurrentTrace {
  private static final ScopedValue<ReconcileTracer.Trace> CURRENT = ScopedValue.newInstance();

  private CurrentTrace() {}

  /// The trace of the current thread; empty outside of all runs.
  public static Optional<ReconcileTracer.Trace> get() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /// Does the work of a run.
  public static <V extends @Nullable Object, X extends Throwable> V call(
      ReconcileTracer.Trace trace, ScopedValue.CallableOp<? extends V, X> work) throws X {
    return ScopedValue.where(CURRENT, trace).call(work);
  }
}
