package dev.drover.client;

/// The calling thread was interrupted, which ends a call at once. The thread's interrupt flag is
/// still set.
public final class RequestInterruptedException extends KubernetesException {
  private static final long serialVersionUID = 1L;

  /// @param message what was being done
  public RequestInterruptedException(String message, Throwable cause) {
    super(message, cause);
  }
}
