package dev.drover.runtime;

import org.jspecify.annotations.Nullable;

/// A reconcile took longer than its controller allows: it was interrupted, or returned late.
public final class ReconcileTimeoutException extends Exception {
  private static final long serialVersionUID = 1L;

  /// @param cause what the interrupted run threw; null if it returned
  public ReconcileTimeoutException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
