package dev.drover.runtime;

/// A reconcile took longer than its controller allows, and was interrupted.
public final class ReconcileTimeoutException extends Exception {
  private static final long serialVersionUID = 1L;

  ReconcileTimeoutException(String message, Throwable cause) {
    super(message, cause);
  }
}
